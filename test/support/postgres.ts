import { rm } from 'node:fs/promises';
import { PostgresServer } from '../../src/embedded/postgres/postgres-server';
import { freePort } from './ports';
import { makeScratchFolder } from './scratch-folder';

/** Enough for one concurrent spec per core, each with 20 to 60 connections. */
const CONNECTIONS = 500;

export interface TestPostgres {
  server: PostgresServer;
  /** Whether its files are in memory. */
  inMemory: boolean;
  dispose(): Promise<void>;
}

/**
 * Starts a PostgreSQL with its own data folder and port, without durability.
 * @param fill puts files into the data folder before
 */
export async function startTestPostgres(
  fill: (dataDir: string) => Promise<void> = () => Promise.resolve(),
): Promise<TestPostgres> {
  const { path: dataDir, inMemory } = await makeScratchFolder();
  await fill(dataDir);
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
