import type { ReadinessReason } from '../../common/metrics/metrics-server';
import type { ShutdownTimes } from '../shutdown';
import type { MetricSnapshot } from './primary-metrics';
import type { Counts } from './connection-tally';
import type { Worker } from 'node:cluster';

/** What the primary may ask a worker, with the answers. */
export interface Answers {
  metrics: MetricSnapshot[];
  readiness: ReadinessReason[];
}

export type Answer = Answers[keyof Answers];

export type MessageToWorker =
  | { type: 'ask'; id: number; question: keyof Answers }
  | ({ type: 'drain' } & ShutdownTimes)
  | { type: 'stop-now' }
  | { type: 'reload-certificate' }
  /** Whether from now on this worker does what only one process of a gateway does. */
  | { type: 'lead'; leads: boolean }
  | { type: 'elsewhere'; counts: Counts };

export type MessageToPrimary =
  | { type: 'ready' }
  /** Nothing more will be accepted soon. */
  | { type: 'draining' }
  | { type: 'answer'; id: number; answer: Answer }
  | { type: 'last-metrics'; metrics: MetricSnapshot[] }
  | { type: 'counts'; counts: Counts };

export interface WorkerEvents {
  onDraining(worker: WorkerProcess): void;
  onCounts(worker: WorkerProcess, counts: Record<string, number>): void;
  onEnded(worker: WorkerProcess, how: string, isCrash: boolean): void;
}

const ANSWER_WITHIN_MS = 1_000;
/** Checks without an answer after which a worker is taken to hang: it would accept connections and serve none. */
const HANGS_AFTER_CHECKS = 6;

/** The primary's view of one worker. */
export class WorkerProcess {
  readonly startedAt = Date.now();
  /** As of the last answer. */
  lastMetrics: MetricSnapshot[] = [];
  #isReady = false;
  #isDraining = false;
  #questions = 0;
  #unanswered = 0;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  /** Whether it became ready; false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;

  constructor(
    private readonly worker: Worker,
    events: WorkerEvents,
  ) {
    // A message to a worker that is ending fails with an event; its end is told by `exit`.
    worker.on('error', () => undefined);
    // Its last messages come before the channel closes, and may come after the exit.
    const closed = new Promise((resolve) => worker.once('disconnect', resolve));
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        void closed.then(() => {
          events.onEnded(this, signal ?? `status ${code}`, code !== 0);
          resolve();
        });
      });
    });
    this.ready = new Promise((resolve) => {
      worker.once('exit', () => resolve(false));
      worker.on('message', (message: MessageToPrimary) => {
        if (message.type === 'ready') {
          this.#isReady = true;
          resolve(true);
        } else if (message.type === 'draining') {
          this.#isDraining = true;
          events.onDraining(this);
        } else if (message.type === 'answer') {
          this.#waiting.get(message.id)?.(message.answer);
        } else if (message.type === 'counts') {
          events.onCounts(this, message.counts);
        } else {
          this.lastMetrics = message.metrics;
        }
      });
    });
  }

  get pid(): number | undefined {
    return this.worker.process.pid;
  }

  /** It accepts connections. */
  get isServing(): boolean {
    return this.#isReady && !this.#isDraining && !this.worker.isDead();
  }

  send(message: MessageToWorker): void {
    if (this.worker.isConnected()) this.worker.send(message);
  }

  /** @returns undefined when it does not answer in time. */
  async ask<Question extends keyof Answers>(
    question: Question,
  ): Promise<Answers[Question] | undefined> {
    if (!this.#isReady || !this.worker.isConnected()) return undefined;
    const id = ++this.#questions;
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const settle = (value?: Answer) => {
        clearTimeout(timer);
        resolve(value);
      };
      const timer = setTimeout(settle, ANSWER_WITHIN_MS);
      void this.ended.then(() => settle());
      this.#waiting.set(id, settle);
      this.send({ type: 'ask', id, question });
    });
    this.#waiting.delete(id);
    // The answer to this question: the id is its own.
    return answer as Answers[Question] | undefined;
  }

  /** Ends it in order; one that is not ready yet has nothing to finish. */
  stop(message: Extract<MessageToWorker, { type: 'drain' | 'stop-now' }>): void {
    if (this.#isReady) this.send(message);
    else this.worker.process.kill('SIGTERM');
  }

  /** @returns whether it has not answered any of the last checks. */
  async checkHangs(): Promise<boolean> {
    if (!this.#isReady) return false;
    const isAnswered = (await this.ask('readiness')) !== undefined;
    this.#unanswered = isAnswered ? 0 : this.#unanswered + 1;
    return this.#unanswered >= HANGS_AFTER_CHECKS;
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }
}
