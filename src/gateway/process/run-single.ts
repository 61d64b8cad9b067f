import type { Logger } from 'pino';
import { startMetricsServer } from '../../common/metrics/metrics-server';
import { exitWithParent, notifyParentReady } from '../../common/process';
import type { AppConfig } from '../../config/app-config';
import { GatewayProcess, type GatewayOverrides } from './gateway-process';
import { stopOnSignals } from './on-signals';

/** A gateway of one process. @throws ListenError, MetricsListenError, CertificateError */
export async function runSingle(
  config: AppConfig,
  log: Logger,
  overrides: GatewayOverrides,
): Promise<void> {
  exitWithParent();
  const running = new GatewayProcess(config, log, overrides);
  const { gateway } = running;
  const { port, host } = config.metrics;
  const { registry } = gateway.metrics;
  const ready = () => ({ reasons: gateway.notReady });
  const metricsServer =
    port === undefined ? undefined : await startMetricsServer({ host, port, registry, ready });
  await running.start();
  const { bind, httpPort, socksPort, https, lameDuckMs, drainMs } = config.gateway;
  log.info({ bind, httpPort, socksPort, httpsPort: https?.port }, 'Gateway ready');
  if (https) process.on('SIGHUP', () => gateway.reloadCertificate());
  process.on('SIGUSR2', () => {
    log.warn('One process cannot be replaced while it serves: set GATEWAY_PROCESSES to 2 or more');
  });
  const closeMetrics = () => metricsServer?.close();
  stopOnSignals(
    {
      stop: () => running.stop().then(closeMetrics),
      stopNow: () => running.stopNow().then(closeMetrics),
    },
    lameDuckMs + drainMs,
    log,
  );
  notifyParentReady();
}
