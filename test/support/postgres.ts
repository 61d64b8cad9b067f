import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../../src/embedded/postgres/postgres-server';
import { isProcessAlive } from '../../src/embedded/process-info';
import { freePort } from './ports';

/** Enough for one concurrent spec per core, each with 20 to 60 connections. */
const CONNECTIONS = 500;
const PREFIX = 'nairaproxy-test-pg-';

export interface TestPostgres {
  server: PostgresServer;
  dispose(): Promise<void>;
}

/** Starts a PostgreSQL with its own data folder and port, without durability. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeAbandonedFolders();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startOnFreePort(dataDir);
  return {
    server,
    async dispose() {
      await server.stop();
      // A file that is still open must not fail the run.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function startOnFreePort(dataDir: string): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await PostgresServer.start({
        dataDir,
        port: await freePort(),
        durable: false,
        connections: CONNECTIONS,
      });
    } catch (error) {
      // Another test run may take the port between looking and listening.
      if (attempt === 5 || !/port|Address already in use/i.test(String(error))) throw error;
    }
  }
}

/** Removes the folders of killed test runs. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!isProcessAlive(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
