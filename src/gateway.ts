import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { pino, type Logger } from 'pino';
import { describeError } from './common/errors/describe-error';
import { MetricsListenError, startMetricsServer } from './common/metrics/metrics-server';
import { exitWithParent, notifyParentReady } from './common/parent-process';
import { type AppConfig, ConfigError, loadConfig } from './config/app-config';
import { ChangeListener } from './gateway/auth/change-listener';
import { PgCredentialSource } from './gateway/auth/pg-credential-source';
import { PgExitSource } from './gateway/exits/pg-exit-source';
import { CREDENTIAL_CHANNEL, EXIT_CHANNEL, Gateway } from './gateway/gateway';
import { ListenError } from './gateway/listener';
import { CertificateError } from './gateway/tls-certificate';
import { PgUsageStore } from './gateway/meter/pg-usage-store';

const MAX_POOL = 8;
const QUERY_TIMEOUT_MS = 5_000;
/** Forces the exit of a hanging shutdown. */
const FORCED_EXIT_MS = 6_000;

/** Starts the gateway process: see docs of `Gateway`. Ends at SIGTERM or SIGINT. */
async function main(): Promise<void> {
  exitWithParent();
  const config = loadConfig();
  const log = createLogger(config);
  const pool = new Pool({
    connectionString: config.database.url,
    max: Math.min(config.database.poolMax, MAX_POOL),
    connectionTimeoutMillis: 3_000,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'gateway',
  });
  pool.on('error', (err) => log.warn({ err }, 'An idle database connection broke'));

  const gateway = new Gateway(config, {
    credentials: new PgCredentialSource(pool),
    exits: new PgExitSource(pool, config.key('secrets'), log),
    usage: new PgUsageStore(pool),
    log,
  });
  const changes = new ChangeListener(
    { connectionString: config.database.url },
    [CREDENTIAL_CHANNEL, EXIT_CHANNEL],
    {
      onChange: (channel, payload) => void gateway.onChange(channel, payload),
      onConnected: () => gateway.onNotifications(true),
      onDisconnected: () => gateway.onNotifications(false),
    },
    log,
  );
  gateway.metrics.collectProcess();
  gateway.metrics.gauge('gateway_pool_waiting', 'Queries waiting for a connection.', () => {
    return pool.waitingCount;
  });
  gateway.metrics.gauge('gateway_pool_connections', 'Open database connections.', () => {
    return pool.totalCount;
  });

  const { port, host } = config.metrics;
  const { registry } = gateway.metrics;
  const ready = () => gateway.isReady;
  const metricsServer =
    port === undefined ? undefined : await startMetricsServer({ host, port, registry, ready });
  await gateway.start();
  changes.start();
  const { bind, httpPort, socksPort, https } = config.gateway;
  log.info({ bind, httpPort, socksPort, httpsPort: https?.port }, 'Gateway ready');
  if (https) process.on('SIGHUP', () => gateway.reloadCertificate());
  notifyParentReady();

  const stop = async (why: string, code: number) => {
    log.info({ why }, 'Gateway stopping');
    setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
    await gateway.stop();
    // The listener connection has no state to save, so a hanging close is abandoned.
    await Promise.race([changes.stop(), sleep(1_000)]);
    await metricsServer?.close();
    await pool.end();
    process.exit(code);
  };
  process.once('SIGTERM', () => void stop('SIGTERM', 0));
  process.once('SIGINT', () => void stop('SIGINT', 0));
  const onDefect = (err: unknown) => {
    log.fatal({ err }, 'Unexpected failure');
    void stop('failure', 1);
  };
  process.once('uncaughtException', onDefect);
  process.once('unhandledRejection', onDefect);
}

function createLogger(config: AppConfig): Logger {
  return pino({
    name: 'gateway',
    level: config.log.level,
    serializers: { err: describeError },
    transport: config.log.pretty ? { target: 'pino-pretty' } : undefined,
  });
}

main().catch((error: unknown) => {
  const expected = [ConfigError, ListenError, MetricsListenError, CertificateError];
  const isExpected = expected.some((kind) => error instanceof kind);
  process.stderr.write(
    `${isExpected ? (error as Error).message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
});
