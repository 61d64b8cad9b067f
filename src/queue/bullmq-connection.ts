import type { EventEmitter } from 'node:events';
import type { BullRootModuleOptions } from '@nestjs/bullmq';
import { createPostgresBackend, setDefaultBackendFactory, type ConnectionOptions } from 'bullmq';
import { MINUTE } from '../common/time/clock';
import type { AppConfig } from '../config/app-config';
import { GuardedClient, silenceOptions } from '../database/connection-deadlines';

const SCHEMA = 'bullmq';
/** Per queue and per worker. Workers listen for jobs on one more connection. */
const MAX_CONNECTIONS = 2;
/** When a connection without an answer is closed. At the first start every queue waits for the one that migrates. */
const SILENT_MS = MINUTE;
const DAY_SECONDS = 24 * 3600;

/**
 * Shared options of all queues and workers. Sets BullMQ's backend, which every Queue and Worker
 * made afterwards uses: Redis when configured, else a schema of the application's PostgreSQL.
 */
export function bullmqOptions(config: AppConfig, silentMs = SILENT_MS): BullRootModuleOptions {
  setDefaultBackendFactory(config.redisUrl ? undefined : createGuardedBackend);
  return {
    connection: config.redisUrl
      ? redisConnection(config.redisUrl)
      : postgresConnection(config, silentMs),
    defaultJobOptions: {
      attempts: 6,
      backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
      removeOnComplete: { age: 3600, count: 1000 },
      // Failed jobs keep their error for as long as support may look for it.
      removeOnFail: { age: 7 * DAY_SECONDS, count: 5000 },
    },
  };
}

/** What BullMQ's backend for PostgreSQL keeps to itself. */
interface BackendInternals {
  connection: EventEmitter & { pgModule?: { Client: unknown } };
  listening: boolean;
  cancelWait?: () => void;
}

/**
 * Workers LISTEN on a client that BullMQ makes outside its pool. Two gaps are closed here: it hears errors of that client
 * only once it is connected, and a session that ends in the packet that confirms the LISTEN counts as listening.
 */
const createGuardedBackend: typeof createPostgresBackend = (...parameters) => {
  const backend = createPostgresBackend(...parameters);
  const internals = backend as unknown as BackendInternals;
  const { connection } = internals;
  if (!connection.pgModule || !('listening' in internals))
    throw new Error('BullMQ listens for jobs in another way than this guards');
  connection.pgModule = { Client: GuardedClient };
  connection.on('listenerinvalidated', () =>
    // Once BullMQ has taken note of the LISTEN; the next one is on another client.
    setImmediate(() => {
      internals.listening = false;
      internals.cancelWait?.();
    }),
  );
  return backend;
};

function redisConnection(redisUrl: string): ConnectionOptions {
  const url = new URL(redisUrl);
  return {
    host: url.hostname,
    port: Number(url.port || 6379),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1) || 0),
    tls: url.protocol === 'rediss:' ? {} : undefined,
    maxRetriesPerRequest: null,
  };
}

/** Typed as Redis options by BullMQ; its PostgreSQL backend reads a pool config. */
const postgresConnection = (config: AppConfig, silentMs: number): ConnectionOptions =>
  ({
    connectionString: config.database.url,
    schema: SCHEMA,
    migrate: true,
    max: MAX_CONNECTIONS,
    ...silenceOptions(silentMs),
  }) as unknown as ConnectionOptions;
