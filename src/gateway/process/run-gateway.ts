import cluster from 'node:cluster';
import { pino, type Logger } from 'pino';
import { describeError, openLogDestination } from '../../common/log';
import { MetricsListenError } from '../../common/metrics/metrics-server';
import { type AppConfig, ConfigError, loadConfig } from '../../config/app-config';
import { ListenError } from '../listener';
import { CertificateError } from '../tls-certificate';
import type { GatewayOverrides } from './gateway-process';
import { runPrimary } from './run-primary';
import { runSingle } from './run-single';
import { runWorker } from './run-worker';

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
