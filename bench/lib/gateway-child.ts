import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import type { Exit } from '../../src/gateway/exits/exit';
import type { ExitSource as StoredExits } from '../../src/gateway/exits/exit-source';

/**
 * A module of the build under `DIST`: a loader that compiles on the fly adds a call to every function that is created,
 * which a gateway in service does not pay for.
 */
const requireBuilt = createRequire(join(process.env.DIST!, 'package.json'));
const load = <T>(path: string): T => requireBuilt(`./${path}`) as T;

const { loadConfig } = load<typeof import('../../src/config/app-config')>('config/app-config');
const { CredentialSource } =
  load<typeof import('../../src/gateway/auth/credential')>('gateway/auth/credential');
const { parseUpstreamUrl } =
  load<typeof import('../../src/gateway/exits/exit')>('gateway/exits/exit');
const { ExitSource } = load<typeof import('../../src/gateway/exits/exit-source')>(
  'gateway/exits/exit-source',
);
const { Gateway } = load<typeof import('../../src/gateway/gateway')>('gateway/gateway');
const { UsageStore } = load<typeof import('../../src/gateway/meter/usage-store')>(
  'gateway/meter/usage-store',
);
const { UsageSpool } = load<typeof import('../../src/gateway/meter/usage-spool')>(
  'gateway/meter/usage-spool',
);

/** The exits of the database, and one through each upstream, in a country of its own. */
class BenchExits implements Pick<StoredExits, 'findAll'> {
  constructor(
    private readonly stored: StoredExits,
    private readonly upstreams: Record<string, string>,
  ) {}

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
    credentials: new CredentialSource(pool),
    exits: new BenchExits(
      new ExitSource(pool, config.key('secrets'), log),
      JSON.parse(process.env.UPSTREAMS ?? '{}') as Record<string, string>,
    ),
    usage: new UsageStore(pool),
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
