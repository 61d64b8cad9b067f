import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Readiness } from '../../common/metrics/metrics-server';
import { SECOND } from '../../common/time/clock';
import type { ShutdownTimes } from '../shutdown';
import { TallyExchange } from './connection-tally';
import { PrimaryMetrics } from './primary-metrics';
import { WorkerProcess } from './worker-process';

export interface PrimaryOptions {
  processes: number;
  fork(): Worker;
  /** Called once when the workers end again and again and none serves. */
  onHopeless(): void;
  shutdown: ShutdownTimes;
  firstRestartMs?: number;
}

/** One place for a worker, filled again when the worker ends. */
interface Slot {
  worker: WorkerProcess | undefined;
  crashes: number;
  restart?: NodeJS.Timeout;
}

/** A worker ended before the gateway was ready; it has told why. */
export class WorkerStartError extends Error {
  override name = 'WorkerStartError';
}

const LONGEST_RESTART_MS = 15 * SECOND;
/** A worker that ran for this long has not crashed at its start. */
const HEALTHY_AFTER_MS = 30 * SECOND;
const HOPELESS_AFTER_CRASHES = 5;
const READY_WITHIN_MS = 30 * SECOND;
const TALLY_MS = 100;
const CHECK_MS = 5 * SECOND;
/** To save usage and close connections, beyond the drain. */
const STOP_MARGIN_MS = 6 * SECOND;

/**
 * Supervises the processes of one gateway, which share its ports: starts them again when they end, replaces them one after
 * the other for a new release, and ends them in order.
 */
export class GatewayPrimary {
  readonly metrics: PrimaryMetrics;
  readonly #slots: Slot[];
  /** Those that drain included. */
  readonly #workers = new Set<WorkerProcess>();
  readonly #tally = new TallyExchange<WorkerProcess>();
  #leader: WorkerProcess | undefined;
  #isStarted = false;
  #rollout: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #tallyTimer: NodeJS.Timeout | undefined;
  #checkTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: PrimaryOptions,
    private readonly log: Logger,
  ) {
    this.#slots = Array.from({ length: options.processes }, () => ({
      worker: undefined,
      crashes: 0,
    }));
    this.metrics = new PrimaryMetrics(() => this.#workers);
  }

  /** The first worker goes ahead, so that a taken port or a wrong variable is told once. */
  async start(): Promise<void> {
    this.#tallyTimer = setInterval(() => this.#passTally(), TALLY_MS);
    this.#checkTimer = setInterval(() => void this.#killHanging(), CHECK_MS);
    const [first, ...rest] = this.#slots.map((slot) => () => this.#fill(slot).ready);
    for (const batch of [first ? [first] : [], rest]) {
      const ready = await Promise.all(batch.map((begin) => begin()));
      if (this.#stopped) return;
      if (!ready.every(Boolean)) throw new WorkerStartError('A gateway process did not start.');
    }
    this.#isStarted = true;
    for (const slot of this.#slots) if (!slot.worker) this.#startAgain(slot, 0);
  }

  /** Replaces every worker by one that runs the code on disk; at least as many accept as before. Never rejects. */
  async restart(): Promise<void> {
    // A release that arrives in the middle of a restart needs another one.
    const previous = this.#rollout;
    this.#rollout = (async () => {
      await previous;
      for (const [index, slot] of this.#slots.entries())
        if (!(await this.#replace(slot))) {
          if (!this.#stopped)
            this.log.error({ index }, 'Restart abandoned: a process did not start');
          return;
        }
      this.log.info('All processes were replaced');
    })();
    return this.#rollout;
  }

  reloadCertificate(): void {
    for (const worker of this.#workers) worker.send({ type: 'reload-certificate' });
  }

  /** Ready when one worker is; else the reasons of all. */
  async readiness(): Promise<Readiness> {
    const serving = this.#slots.flatMap(({ worker }) => worker ?? []);
    if (this.#stopped)
      return { reasons: [{ code: 'draining', message: 'The gateway is stopping.' }] };
    const answers = await Promise.all(
      serving.map(
        async (worker) =>
          (await worker.ask('readiness')) ?? [
            { code: 'no_answer', message: 'A process of the gateway does not answer.' },
          ],
      ),
    );
    if (answers.some((reasons) => reasons.length === 0)) return { reasons: [] };
    const byCode = new Map(answers.flat().map((reason) => [reason.code, reason]));
    if (byCode.size === 0)
      byCode.set('starting', { code: 'starting', message: 'No process of the gateway runs yet.' });
    return { reasons: [...byCode.values()] };
  }

  /** Every worker drains; resolves when all have ended. */
  stop(): Promise<void> {
    const { shutdown } = this.options;
    this.#stopped ??= this.#stop();
    for (const worker of this.#workers) worker.stop({ type: 'drain', ...shutdown });
    return this.#stopped;
  }

  stopNow(): Promise<void> {
    this.#stopped ??= this.#stop();
    for (const worker of this.#workers) worker.stop({ type: 'stop-now' });
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    for (const slot of this.#slots) clearTimeout(slot.restart);
    const { lameDuckMs, drainMs } = this.options.shutdown;
    const force = setTimeout(
      () => {
        this.log.error('Processes that do not end are killed');
        for (const worker of this.#workers) worker.kill();
      },
      lameDuckMs + drainMs + STOP_MARGIN_MS,
    );
    await Promise.all([...this.#workers].map((worker) => worker.ended));
    clearTimeout(force);
    clearInterval(this.#tallyTimer);
    clearInterval(this.#checkTimer);
  }

  #fill(slot: Slot): WorkerProcess {
    return (slot.worker = this.#fork());
  }

  #fork(): WorkerProcess {
    const worker = new WorkerProcess(this.options.fork(), {
      onDraining: (draining) => this.#onDraining(draining),
      onCounts: (from, counts) => this.#tally.report(from, counts),
      onEnded: (ended, how, isCrash) => this.#onEnded(ended, how, isCrash),
    });
    this.#workers.add(worker);
    void worker.ready.then((isReady) => {
      if (!isReady) return;
      worker.send({ type: 'elsewhere', counts: this.#tally.elsewhere(worker) });
      this.#chooseLeader();
    });
    return worker;
  }

  /** @returns whether the new worker serves. */
  async #replace(slot: Slot): Promise<boolean> {
    if (this.#stopped) return false;
    clearTimeout(slot.restart);
    const fresh = this.#fork();
    const timer = setTimeout(() => fresh.kill(), READY_WITHIN_MS);
    const isReady = await fresh.ready;
    clearTimeout(timer);
    if (!isReady || this.#stopped) return false;
    // The one before may have ended, and been started again, meanwhile.
    const old = slot.worker;
    slot.worker = fresh;
    slot.crashes = 0;
    clearTimeout(slot.restart);
    this.#chooseLeader();
    old?.stop({ type: 'drain', ...this.options.shutdown, lameDuckMs: 0 });
    this.log.info({ pid: fresh.pid, replaces: old?.pid }, 'Gateway process replaced');
    return true;
  }

  /** Starts the replacement of a worker that drains although this process has not asked for it. */
  #onDraining(worker: WorkerProcess): void {
    const slot = this.#slots.find((one) => one.worker === worker);
    if (slot && !this.#stopped) this.#fill(slot);
    this.#chooseLeader();
  }

  #onEnded(worker: WorkerProcess, how: string, isCrash: boolean): void {
    this.#workers.delete(worker);
    this.#tally.remove(worker);
    this.metrics.retire(worker, isCrash);
    this.#chooseLeader();
    const slot = this.#slots.find((one) => one.worker === worker);
    if (slot) slot.worker = undefined;
    if (this.#stopped || !this.#isStarted) return;
    if (isCrash) this.log.error({ pid: worker.pid, how }, 'A gateway process ended');
    if (slot) this.#startAgain(slot, Date.now() - worker.startedAt);
  }

  #startAgain(slot: Slot, ranMs: number): void {
    slot.crashes = ranMs >= HEALTHY_AFTER_MS ? 1 : slot.crashes + 1;
    const isServed = [...this.#workers].some((worker) => worker.isServing);
    if (slot.crashes >= HOPELESS_AFTER_CRASHES && !isServed) return this.options.onHopeless();
    const first = this.options.firstRestartMs ?? 500;
    const pause = Math.min(first * 2 ** (slot.crashes - 1), LONGEST_RESTART_MS);
    slot.restart = setTimeout(() => this.#fill(slot), pause);
  }

  /** The leader that a stopping gateway has tells so; one that is replaced must not, and leads no more. */
  #chooseLeader(): void {
    if (this.#stopped) return;
    const serving = this.#slots.flatMap(({ worker }) => (worker?.isServing ? worker : []));
    if (this.#leader && serving.includes(this.#leader)) return;
    this.#leader?.send({ type: 'lead', leads: false });
    this.#leader = serving[0];
    this.#leader?.send({ type: 'lead', leads: true });
  }

  /** The primary answers for liveness, so that nobody else notices one worker that hangs. */
  async #killHanging(): Promise<void> {
    await Promise.all(
      [...this.#workers].map(async (worker) => {
        if (!(await worker.checkHangs())) return;
        this.log.error({ pid: worker.pid }, 'A gateway process does not answer and is killed');
        worker.kill();
      }),
    );
  }

  #passTally(): void {
    const keys = this.#tally.takeChanged();
    if (keys.length === 0) return;
    for (const worker of this.#workers)
      worker.send({ type: 'elsewhere', counts: this.#tally.elsewhere(worker, keys) });
  }
}
