import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { startMetricsServer } from '../../common/metrics/metrics-server';
import { exitWithParent, notifyParentReady } from '../../common/process';
import type { AppConfig } from '../../config/app-config';
import { GatewayPrimary, WorkerStartError } from './gateway-primary';
import { stopOnSignals } from './on-signals';

/** Supervises the processes of one gateway. @throws MetricsListenError */
export async function runPrimary(config: AppConfig, log: Logger): Promise<void> {
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
  const { port, host } = config.metrics;
  const metricsServer =
    port === undefined
      ? undefined
      : await startMetricsServer({
          host,
          port,
          registry: primary.metrics,
          ready: () => primary.readiness(),
        });
  const closeMetrics = () => metricsServer?.close();
  const endAtOnce = stopOnSignals(
    {
      stop: () => primary.stop().then(closeMetrics),
      stopNow: () => primary.stopNow().then(closeMetrics),
    },
    // The primary kills workers that are late; only then is it late itself.
    lameDuckMs + drainMs + 6_000,
    log,
  );
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
