import { EventEmitter } from 'node:events';
import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { GatewayMetrics } from '../gateway-metrics';
import { GatewayPrimary, WorkerStartError } from './gateway-primary';
import type { MessageToWorker } from './worker-process';

/** A worker as node:cluster shows it to its primary. */
class FakeWorker extends EventEmitter {
  readonly received: MessageToWorker[] = [];
  readonly killed: string[] = [];
  #isDead = false;
  readonly process = {
    pid: 1,
    kill: (signal: string) => {
      this.killed.push(signal);
      this.end(null, signal);
    },
  };
  /** Answers to 'readiness'. */
  reasons: { code: string; message: string }[] | undefined = [];
  lastMetrics: unknown;

  isConnected = () => !this.#isDead;
  isDead = () => this.#isDead;

  send(message: MessageToWorker): void {
    this.received.push(message);
    if (message.type === 'ask' && message.question === 'readiness' && this.reasons)
      this.emit('message', { type: 'answer', id: message.id, answer: this.reasons });
  }

  ready(): void {
    this.emit('message', { type: 'ready' });
  }

  end(code: number | null, signal: string | null = null): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.emit('exit', code, signal);
    // What it has sent may still be on its way.
    if (this.lastMetrics) this.emit('message', { type: 'last-metrics', metrics: this.lastMetrics });
    this.emit('disconnect');
  }

  types = () => this.received.map(({ type }) => type);
}

describe('GatewayPrimary', () => {
  let workers: FakeWorker[];
  let hopeless: number;
  let onFork: (worker: FakeWorker) => void;
  let primary: GatewayPrimary;

  beforeEach(() => {
    [workers, hopeless] = [[], 0];
    onFork = (worker) => setImmediate(() => worker.ready());
    primary = new GatewayPrimary(
      {
        processes: 2,
        fork: () => {
          const worker = new FakeWorker();
          workers.push(worker);
          onFork(worker);
          return worker as unknown as Worker;
        },
        onHopeless: () => (hopeless += 1),
        shutdown: { lameDuckMs: 0, drainMs: 0 },
        firstRestartMs: 1,
      },
      pino({ level: 'silent' }),
    );
  });
  afterEach(async () => {
    const stopped = primary.stopNow();
    for (const worker of workers) worker.end(0);
    await stopped;
  });

  const at = (index: number): FakeWorker => {
    const worker = workers[index];
    if (!worker) throw new Error(`Only ${workers.length} workers were started`);
    return worker;
  };
  const until = async (met: () => boolean) => {
    for (let i = 0; i < 500 && !met(); i++) await sleep(5);
    expect(met()).toBe(true);
  };

  it('should start one worker ahead and fail when it does not start', async () => {
    onFork = (worker) => setImmediate(() => worker.end(1));
    await expect(primary.start()).rejects.toThrow(WorkerStartError);
    expect(workers).toHaveLength(1);
  });

  it('should give up when every worker ends again and again, and not while one serves', async () => {
    await primary.start();
    onFork = (worker) => setImmediate(() => worker.end(1));
    at(0).end(1);
    await until(() => workers.length >= 8);
    expect(hopeless).toBe(0);
    at(1).end(null, 'SIGSEGV');
    await until(() => hopeless > 0);
  });

  it('should keep the workers it has when a release does not start', async () => {
    await primary.start();
    onFork = (worker) => setImmediate(() => worker.end(1));
    await primary.restart();
    expect(workers).toHaveLength(3);
    expect([at(0).types(), at(1).types()].flat()).not.toContain('drain');

    onFork = (worker) => setImmediate(() => worker.ready());
    await primary.restart();
    expect(workers).toHaveLength(5);
    for (const old of [at(0), at(1)]) expect(old.types()).toContain('drain');
    for (const fresh of [at(3), at(4)]) expect(fresh.types()).not.toContain('drain');
  });

  it('should replace a worker that somebody else has told to end, before it has ended', async () => {
    await primary.start();
    at(0).emit('message', { type: 'draining' });
    await until(() => workers.length === 3);
    at(0).end(0);
    await sleep(50);
    expect(workers).toHaveLength(3);
  });

  it('should let one worker lead, and another one before it drains or when it ends', async () => {
    await primary.start();
    const leads = (worker: FakeWorker) =>
      worker.received.flatMap((one) => (one.type === 'lead' ? one.leads : []));
    expect(workers.map(leads)).toEqual([[true], []]);
    await primary.restart();
    // Told first, so that it does not tell everybody that the gateway stops.
    expect(at(0).types().slice(-2)).toEqual(['lead', 'drain']);
    expect(workers.map(leads).filter((told) => told.at(-1))).toHaveLength(1);
    const leader = workers.find((worker) => leads(worker).at(-1));
    leader?.end(1);
    await until(() => workers.some((one) => one !== leader && leads(one).at(-1) === true));
    expect(workers.filter((one) => !one.isDead() && leads(one).at(-1))).toHaveLength(1);
    void primary.stop();
    expect(workers.filter((one) => !one.isDead() && leads(one).at(-1))).toHaveLength(1);
  });

  it('should be ready while one worker is, and else give every reason once', async () => {
    expect((await primary.readiness()).reasons.map(({ code }) => code)).toEqual(['starting']);
    await primary.start();
    const noExits = { code: 'no_exits', message: 'There is no exit.' };
    at(0).reasons = [noExits];
    expect(await primary.readiness()).toEqual({ reasons: [] });
    at(1).reasons = [noExits];
    expect(await primary.readiness()).toEqual({ reasons: [noExits] });
    // It hangs.
    at(1).reasons = undefined;
    expect((await primary.readiness()).reasons.map(({ code }) => code)).toEqual([
      'no_exits',
      'no_answer',
    ]);
    void primary.stop();
    expect((await primary.readiness()).reasons.map(({ code }) => code)).toEqual(['draining']);
  });

  it('should count a worker once that ends while the metrics are read', async () => {
    await primary.start();
    const { rejected, registry } = new GatewayMetrics();
    rejected.inc({ reason: 'AUTH_FAILED' }, 7);
    at(1).lastMetrics = await registry.getMetricsAsJSON();
    // It was read before.
    at(1).emit('message', { type: 'last-metrics', metrics: at(1).lastMetrics });
    const read = primary.metrics.metrics();
    at(1).end(0);
    const text = await read;
    expect(text).toContain('gateway_rejections_total{reason="AUTH_FAILED"} 7\n');
    expect(await primary.metrics.metrics()).toContain('{reason="AUTH_FAILED"} 7\n');
  });

  it('should have every worker read the certificate again', async () => {
    await primary.start();
    primary.reloadCertificate();
    for (const worker of workers) expect(worker.types()).toContain('reload-certificate');
  });

  it('should replace a worker that hangs', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    try {
      await primary.start();
      at(1).reasons = undefined;
      await jest.advanceTimersByTimeAsync(25_000);
      expect(at(1).killed).toEqual([]);
      await jest.advanceTimersByTimeAsync(12_000);
      expect([at(0).killed, at(1).killed]).toEqual([[], ['SIGKILL']]);
      expect(workers).toHaveLength(3);
    } finally {
      jest.useRealTimers();
    }
  });

  it('should kill workers that do not end', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    try {
      await primary.start();
      const stopped = primary.stop();
      jest.advanceTimersByTime(7_000);
      await stopped;
      for (const worker of workers) expect(worker.killed).toEqual(['SIGKILL']);
    } finally {
      jest.useRealTimers();
    }
  });
});
