import 'reflect-metadata';
import { Queue } from 'bullmq';
import { Client } from 'pg';
import type { AppConfig } from '../../src/config/app-config';
import { runMigrations } from '../../src/database/migrate';
import { bullmqOptions } from '../../src/queue/bullmq-connection';
import { startTestPostgres, type TestPostgres } from './postgres';
import { ADMIN_URL_VARIABLE, CLONE_STRATEGY_VARIABLE, TEMPLATE } from './database';

declare global {
  var testPostgres: TestPostgres | undefined;
}

/** One PostgreSQL for the whole run, with a migrated template that every spec file clones. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startTestPostgres();
  globalThis.testPostgres = postgres;
  const admin = new Client({ connectionString: postgres.server.url() });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
    await runMigrations(postgres.server.url(TEMPLATE));
    await createQueueSchema(postgres.server.url(TEMPLATE));
    await admin.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } catch (error) {
    await postgres.dispose();
    throw error;
  } finally {
    await admin.end();
  }
  process.env[ADMIN_URL_VARIABLE] = postgres.server.url();
  process.env[CLONE_STRATEGY_VARIABLE] = postgres.inMemory ? 'file_copy' : 'wal_log';
}

/** BullMQ creates its schema with its first queue, which takes longer than cloning it. */
async function createQueueSchema(url: string): Promise<void> {
  const options = bullmqOptions({ database: { url } } as AppConfig);
  const queue = new Queue('setup', { ...options, skipMetasUpdate: true });
  await queue.waitUntilReady();
  await queue.close();
}
