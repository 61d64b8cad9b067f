import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../../src/embedded/postgres/postgres-server';
import { isProcessAlive } from '../../src/embedded/process-info';
import { freePort } from './ports';

/** Enough for one concurrent spec per core, each with 20 to 60 connections. */
const CONNECTIONS = 500;
const PREFIX = 'nairaproxy-test-pg-';

/** A file system in memory on Linux, where PostgreSQL clones a database in a fifth of the time. */
const MEMORY_FOLDER = '/dev/shm';
/** Several times what the databases and the log of concurrent specs take; a container has 64 MB by default. */
const MEMORY_BYTES = 4 * 1024 ** 3;

export interface TestPostgres {
  server: PostgresServer;
  /** Whether its files are in memory. */
  inMemory: boolean;
  dispose(): Promise<void>;
}

/** Starts a PostgreSQL with its own data folder and port, without durability. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const inMemory = await hasMemoryFolder();
  const parent = inMemory ? MEMORY_FOLDER : tmpdir();
  await removeAbandonedFolders(parent);
  const dataDir = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  const server = await startOnFreePort(dataDir);
  return {
    server,
    inMemory,
    async dispose() {
      await server.stop();
      // A file that is still open must not fail the run.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function hasMemoryFolder(): Promise<boolean> {
  if (process.platform !== 'linux' || freemem() < 2 * MEMORY_BYTES) return false;
  // Where the folder is missing there is no such file system.
  const found = await statfs(MEMORY_FOLDER).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= MEMORY_BYTES;
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
async function removeAbandonedFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!isProcessAlive(pid))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
