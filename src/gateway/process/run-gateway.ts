import { type Logger, pino } from 'pino';
import {
  type MetricsServerOptions,
  startMetricsServer,
  MetricsListenError,
} from '../../common/metrics/metrics-server';
import { exitWithParent, notifyParentReady } from '../../common/process';
import { type AppConfig, ConfigError, loadConfig } from '../../config/app-config';
import { GatewayProcess, type GatewayOverrides } from './gateway-process';
import cluster from 'node:cluster';
import { GatewayPrimary, WorkerStartError } from './gateway-primary';
import type { ShutdownTimes } from '../shutdown';
import { describeError, openLogDestination } from '../../common/log';
import { ListenError } from '../listener';
import { CertificateError } from '../tls-certificate';
import type { Gateway } from '../gateway';
import { SharedTally } from './connection-tally';
import type { Answer, Answers, MessageToPrimary, MessageToWorker } from './worker-process';

interface LinkEvents {
  onDrain(times: ShutdownTimes): void;
  onStopNow(): void;
  onLead(leads: boolean): void;
}

const TALLY_MS = 100;

/** A worker's connection to the primary. */
class PrimaryLink {
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

interface Stoppable {
  stop(): Promise<void>;
  stopNow(): Promise<void>;
}

/** For what is not a customer's connection; forces the exit of a stop that hangs. */
const FORCED_EXIT_MS = 6_000;

/** Ends this process once something has stopped. @param patienceMs how long that may take. @param status read then. */
async function exitAfter(
  stop: () => Promise<unknown>,
  patienceMs: number,
  status: () => number = () => 0,
): Promise<void> {
  setTimeout(() => process.exit(1), patienceMs + FORCED_EXIT_MS).unref();
  await stop();
  process.exit(status());
}

/** Serves metrics and health if there is a port for them. @returns what also closes that when it stops. */
async function serveMetrics(
  what: Stoppable,
  { host, port }: AppConfig['metrics'],
  registry: MetricsServerOptions['registry'],
  ready: MetricsServerOptions['ready'],
): Promise<Stoppable> {
  if (port === undefined) return what;
  const server = await startMetricsServer({ host, port, registry, ready });
  return {
    stop: () => what.stop().then(() => server.close()),
    stopNow: () => what.stopNow().then(() => server.close()),
  };
}

/**
 * Ends this process at SIGTERM and SIGINT: in order at the first one, at once at the second. A defect ends it at once.
 * @param patienceMs how long the first one may take.
 * @returns ends it for another reason, with this status.
 */
function stopOnSignals(
  what: Stoppable,
  patienceMs: number,
  log: Logger,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): (why: string, status: number) => void {
  let isStopping = false;
  let code = 0;
  const end = async (why: string, isHurried: boolean) => {
    log.info({ why, isHurried }, 'Gateway stopping');
    isStopping = true;
    const stop = () => (isHurried ? what.stopNow() : what.stop());
    await exitAfter(stop, isHurried ? 0 : patienceMs, () => code);
  };
  for (const signal of signals) process.on(signal, () => void end(signal, isStopping));
  const endAtOnce = (why: string, status: number) => {
    code = status;
    void end(why, true);
  };
  const onDefect = (err: unknown) => {
    log.fatal({ err }, 'Unexpected failure');
    endAtOnce('failure', 1);
  };
  process.once('uncaughtException', onDefect);
  process.once('unhandledRejection', onDefect);
  return endAtOnce;
}

/** A gateway of one process. */
async function runSingle(
  config: AppConfig,
  log: Logger,
  overrides: GatewayOverrides,
): Promise<void> {
  exitWithParent();
  const running = new GatewayProcess(config, log, overrides);
  const { gateway } = running;
  const { registry } = gateway.metrics;
  const ready = () => ({ reasons: gateway.notReady });
  const served = await serveMetrics(running, config.metrics, registry, ready);
  await running.start();
  const { bind, httpPort, socksPort, https, lameDuckMs, drainMs } = config.gateway;
  log.info({ bind, httpPort, socksPort, httpsPort: https?.port }, 'Gateway ready');
  if (https) process.on('SIGHUP', () => gateway.reloadCertificate());
  process.on('SIGUSR2', () => {
    log.warn('One process cannot be replaced while it serves: set GATEWAY_PROCESSES to 2 or more');
  });
  stopOnSignals(served, lameDuckMs + drainMs, log);
  notifyParentReady();
}

/** Supervises the processes of one gateway. */
async function runPrimary(config: AppConfig, log: Logger): Promise<void> {
  exitWithParent();
  // Workers accept by themselves; handing connections over costs the primary a twelfth of a core per thousand a second.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const { processes, bind, httpPort, socksPort, https, lameDuckMs, drainMs } = config.gateway;
  const primary = new GatewayPrimary(
    {
      processes,
      fork: () => cluster.fork(),
      onHopeless: () => {
        log.fatal('The processes of the gateway end again and again');
        endAtOnce('crashes', 1);
      },
      shutdown: { lameDuckMs, drainMs },
    },
    log,
  );
  const ready = () => primary.readiness();
  const served = await serveMetrics(primary, config.metrics, primary.metrics, ready);
  // The primary kills workers that are late; only then is it late itself.
  const endAtOnce = stopOnSignals(served, lameDuckMs + drainMs + 6_000, log);
  if (https) process.on('SIGHUP', () => primary.reloadCertificate());
  process.on('SIGUSR2', () => void primary.restart());
  try {
    await primary.start();
  } catch (error) {
    if (!(error instanceof WorkerStartError)) throw error;
    return endAtOnce(error.message, 1);
  }
  log.info({ processes, bind, httpPort, socksPort, httpsPort: https?.port }, 'Gateway ready');
  notifyParentReady();
}

/** Without a primary the ports are closed and another gateway may be starting on them. */
const ORPHAN_DRAIN_MS = 3_000;

/** One process among those that share a gateway's ports. */
async function runWorker(
  config: AppConfig,
  log: Logger,
  overrides: GatewayOverrides,
): Promise<void> {
  const link = new PrimaryLink({
    onDrain: (times) => void end(times),
    onStopNow: () => void endNow(),
    onLead: (leads) => running.lead(leads),
  });
  const running = new GatewayProcess(config, log, { ...overrides, tally: link.tally });
  const { gateway } = running;
  running.lead(false);

  const stop = async (times?: ShutdownTimes) => {
    link.draining();
    await running.stop(times);
    await link.sendLastMetrics(gateway);
  };
  const stopNow = async () => {
    await running.stopNow();
    await link.sendLastMetrics(gateway);
  };
  const end = (times: ShutdownTimes) =>
    exitAfter(() => stop(times), times.lameDuckMs + times.drainMs);
  const endNow = () => exitAfter(stopNow, 0);

  // The primary decides what Ctrl-C means; the terminal sends it to every process.
  process.on('SIGINT', () => undefined);
  exitWithParent(() => void end({ lameDuckMs: 0, drainMs: ORPHAN_DRAIN_MS }));
  await running.start();
  const { lameDuckMs, drainMs, https } = config.gateway;
  // Told by a signal, and not by the primary, it ends alone: the gateway goes on under another leader.
  const alone = <T>(what: () => Promise<T>) => {
    running.lead(false);
    return what();
  };
  stopOnSignals(
    { stop: () => alone(stop), stopNow: () => alone(stopNow) },
    lameDuckMs + drainMs,
    log,
    ['SIGTERM'],
  );
  if (https) process.on('SIGHUP', () => gateway.reloadCertificate());
  log.info('Gateway process ready');
  link.serve(gateway);
}

/** Runs the gateway, in one process or several, until SIGTERM or SIGINT; ends the process with its status. */
export function runGateway(overrides: GatewayOverrides = {}): void {
  run(overrides).catch(exitWithError);
}

async function run(overrides: GatewayOverrides): Promise<void> {
  const config = loadConfig();
  const log = createLogger(config);
  if (cluster.isWorker) await runWorker(config, log, overrides);
  else if (config.gateway.processes > 1) await runPrimary(config, log);
  else await runSingle(config, log, overrides);
}

function createLogger(config: AppConfig): Logger {
  return pino(
    { name: 'gateway', level: config.log.level, serializers: { err: describeError } },
    openLogDestination(config.log.pretty),
  );
}

/** Ends the process: with a sentence for what an operator can mend, with a stack trace for a defect. */
function exitWithError(error: unknown): void {
  const expected = [ConfigError, ListenError, MetricsListenError, CertificateError];
  const isExpected = expected.some((kind) => error instanceof kind);
  process.stderr.write(
    `${isExpected ? (error as Error).message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
}
