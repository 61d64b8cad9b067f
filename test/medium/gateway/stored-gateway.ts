import { Pool } from 'pg';
import type { AppConfig } from '../../../src/config/app-config';
import { CredentialSource } from '../../../src/gateway/auth/credential';
import { ExitSource } from '../../../src/gateway/exits/exit-source';
import { Gateway } from '../../../src/gateway/gateway';
import { UsageStore, type UsageBatch } from '../../../src/gateway/meter/usage-store';
import { curl } from './curl';
import { FakeNames, silent, testConfig } from './fixtures';
import type { GatewayTables } from './gateway-tables';
import type { Origin } from './origin';

/** Loses the result of a batch that the database has taken, when asked to. */
class UnreliableStore extends UsageStore {
  losesResult = false;

  override async settle(batch: UsageBatch) {
    const settled = await super.settle(batch);
    if (this.losesResult) throw new Error('connection reset');
    return settled;
  }
}

/** A gateway on the database that saves only when it is told to, and reaches `origin.test`. */
export async function startStoredGateway(tables: GatewayTables, origin: Origin) {
  const config: AppConfig = await testConfig({ DATABASE_URL: tables.url });
  const pool = new Pool({ connectionString: tables.url, max: 4 });
  const store = new UnreliableStore(pool);
  const names = new FakeNames();
  names.names.set('origin.test', ['127.0.0.1']);
  const gateway = new Gateway(config, {
    credentials: new CredentialSource(pool),
    exits: new ExitSource(pool, config.key('secrets'), silent),
    usage: store,
    resolver: names,
    log: silent,
    allow: (_address, port) => port === origin.port || port === 9,
    options: { drainMs: 0, flushMs: 60_000 },
  });
  await gateway.start();
  gateway.onNotifications(true);
  return {
    ...{ config, store, gateway },
    add: (username: string, more = {}) => tables.addProxy(config, { username, ...more }),
    through: (user: string, ...args: string[]) =>
      curl('-x', `http://${user}:secret@127.0.0.1:${config.gateway.httpPort}`, ...args),
    throughSocks: (user: string, url: string) => {
      const address = `127.0.0.1:${config.gateway.socksPort}`;
      return curl('--socks5-hostname', address, '--proxy-user', `${user}:secret`, url);
    },
    async stop() {
      await gateway.stop();
      await pool.end();
    },
  };
}

export type StoredGateway = Awaited<ReturnType<typeof startStoredGateway>>;
