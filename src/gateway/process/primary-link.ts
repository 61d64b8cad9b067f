import cluster from 'node:cluster';
import type { Gateway } from '../gateway';
import type { ShutdownTimes } from '../shutdown';
import { SharedTally } from './connection-tally';
import type { Answer, Answers, MessageToPrimary, MessageToWorker } from './worker-process';

export interface LinkEvents {
  onDrain(times: ShutdownTimes): void;
  onStopNow(): void;
  onLead(leads: boolean): void;
}

const TALLY_MS = 100;

/** A worker's connection to the primary. */
export class PrimaryLink {
  readonly tally = new SharedTally();
  #gateway: Gateway | undefined;

  constructor(private readonly events: LinkEvents) {
    // Without this Node ends a worker at once when its primary is gone, with usage that is not saved.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    process.on('message', (message: MessageToWorker) => void this.#receive(message));
    // Also keeps the process running while it waits for the primary to open its ports.
    setInterval(() => this.#sendCounts(), TALLY_MS);
  }

  /** The gateway serves: tells the primary, and answers for it from here on. */
  serve(gateway: Gateway): void {
    this.#gateway = gateway;
    this.#send({ type: 'ready' });
  }

  draining(): void {
    this.#send({ type: 'draining' });
  }

  /** Before the end, so that the sum of all processes keeps what this one has counted. Never rejects. */
  async sendLastMetrics(gateway: Gateway): Promise<void> {
    const metrics = await gateway.metrics.registry.getMetricsAsJSON();
    await new Promise<void>((resolve) => {
      if (!process.connected) return resolve();
      process.send?.({ type: 'last-metrics', metrics }, undefined, undefined, () => resolve());
    });
  }

  async #receive(message: MessageToWorker): Promise<void> {
    switch (message.type) {
      case 'ask':
        if (this.#gateway)
          this.#send({
            type: 'answer',
            id: message.id,
            answer: await answer(this.#gateway, message.question),
          });
        break;
      case 'drain':
        return this.events.onDrain({ lameDuckMs: message.lameDuckMs, drainMs: message.drainMs });
      case 'stop-now':
        return this.events.onStopNow();
      case 'lead':
        return this.events.onLead(message.leads);
      case 'reload-certificate':
        return this.#gateway?.reloadCertificate();
      case 'elsewhere':
        return this.tally.applyElsewhere(message.counts);
    }
  }

  #sendCounts(): void {
    const counts = this.tally.takeChanges();
    if (counts) this.#send({ type: 'counts', counts });
  }

  #send(message: MessageToPrimary): void {
    if (process.connected) process.send?.(message);
  }
}

const answer = async (gateway: Gateway, question: keyof Answers): Promise<Answer> =>
  question === 'metrics' ? gateway.metrics.registry.getMetricsAsJSON() : gateway.notReady;
