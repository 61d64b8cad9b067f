import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { poll } from '../../src/embedded/poll';

/** For sessions whose client has ended them. */
const LEAVING_MS = 500;

/** The migrated database that test databases are cloned from. */
export const TEMPLATE = 'template_app';
/** Environment variable that passes the PostgreSQL URL from global setup to the workers. */
export const ADMIN_URL_VARIABLE = 'TEST_POSTGRES_URL';

/** Likewise PostgreSQL's strategy for cloning: files are faster to copy in memory, and slower on a disk. */
export const CLONE_STRATEGY_VARIABLE = 'TEST_POSTGRES_CLONE_STRATEGY';

export interface TestDatabase {
  /** For TypeORM, pg or a child process. */
  url: string;
  /** Drops the database with its open connections. */
  dispose(): Promise<void>;
}

/**
 * A fresh database for one spec file; takes about 50 ms.
 * @param kind `migrated` has every table and no row, `empty` has nothing at all.
 */
export async function createTestDatabase(
  kind: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const adminUrl = process.env[ADMIN_URL_VARIABLE];
  if (!adminUrl)
    throw new Error('createTestDatabase works in the jest projects medium and contract only.');
  const name = `test_${process.env.JEST_WORKER_ID ?? '0'}_${randomBytes(6).toString('hex')}`;
  const create = `CREATE DATABASE ${name} TEMPLATE ${kind === 'migrated' ? TEMPLATE : 'template0'}
     STRATEGY ${process.env[CLONE_STRATEGY_VARIABLE] ?? 'wal_log'}`;
  await asAdmin(adminUrl, (client) => client.query(create));
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    dispose: () =>
      asAdmin(adminUrl, async (client) => {
        const count = `SELECT FROM pg_stat_activity WHERE datname = '${name}'`;
        // The end of a pool does not wait for that of its sessions: one that is ended by force meanwhile is an error.
        await poll(async () => (await client.query(count)).rowCount === 0, LEAVING_MS, 5);
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

async function asAdmin(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
