import type { Logger } from 'pino';
import { exitWithParent } from '../../common/process';
import type { AppConfig } from '../../config/app-config';
import type { ShutdownTimes } from '../shutdown';
import { GatewayProcess, type GatewayOverrides } from './gateway-process';
import { forceExitAfter, stopOnSignals } from './on-signals';
import { PrimaryLink } from './primary-link';

/** Without a primary the ports are closed and another gateway may be starting on them. */
const ORPHAN_DRAIN_MS = 3_000;

/** One process among those that share a gateway's ports. @throws ListenError, CertificateError */
export async function runWorker(
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
  const end = (times: ShutdownTimes) => {
    forceExitAfter(times.lameDuckMs + times.drainMs);
    return stop(times).then(() => process.exit(0));
  };
  const endNow = () => {
    forceExitAfter(0);
    return stopNow().then(() => process.exit(0));
  };

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
