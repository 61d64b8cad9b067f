import { Pool } from 'pg';
import { pino } from 'pino';
import { loadConfig } from '../../src/config/app-config';
import { PgCredentialSource } from '../../src/gateway/auth/pg-credential-source';
import { type Exit, ExitSource, parseUpstreamUrl } from '../../src/gateway/exits/exit';
import { PgExitSource } from '../../src/gateway/exits/pg-exit-source';
import { Gateway } from '../../src/gateway/gateway';
import { PgUsageStore } from '../../src/gateway/meter/pg-usage-store';
import { UsageSpool } from '../../src/gateway/meter/usage-spool';

/** The exits of the database, and one through each upstream, in a country of its own. */
class BenchExits extends ExitSource {
  constructor(
    private readonly stored: ExitSource,
    private readonly upstreams: Record<string, string>,
  ) {
    super();
  }

  async findAll(): Promise<Exit[]> {
    const chained = Object.entries(this.upstreams).map(([country, url], index): Exit => ({
      id: -1 - index,
      kind: 'residential',
      country,
      region: null,
      city: null,
      isp: null,
      localAddress: null,
      upstream: parseUpstreamUrl(url),
      weight: 1,
      simulated: false,
    }));
    return [...(await this.stored.findAll()), ...chained];
  }
}

/**
 * The gateway on PostgreSQL, composed as in src/gateway.ts with one difference: the measured
 * origin on this machine counts as public, which no configuration allows.
 */
async function main(): Promise<void> {
  const config = loadConfig();
  const origin = Number(process.env.ORIGIN_PORT);
  const log = pino({ level: 'warn' });
  const pool = new Pool({ connectionString: config.database.url, max: 8 });
  const gateway = new Gateway(config, {
    credentials: new PgCredentialSource(pool),
    exits: new BenchExits(
      new PgExitSource(pool, config.key('secrets'), log),
      JSON.parse(process.env.UPSTREAMS ?? '{}') as Record<string, string>,
    ),
    usage: new PgUsageStore(pool),
    spool: new UsageSpool(config.gateway.spoolDir, log),
    log,
    allow: (_address, port) => port === origin,
  });
  await gateway.start();
  gateway.onNotifications(true);
  process.once('SIGTERM', () => {
    void gateway
      .stop()
      .then(() => pool.end())
      .then(() => process.exit(0));
  });
  process.send?.('ready');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
