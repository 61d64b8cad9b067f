import { createPostgresBackend, setDefaultBackendFactory, type ConnectionOptions } from 'bullmq';
import type { AppConfig } from '../config/app-config';

const SCHEMA = 'bullmq';

/**
 * Chooses where BullMQ keeps its queues: Redis when configured, else a schema of our PostgreSQL.
 * Must run before the first Queue or Worker is made.
 */
export function bullmqConnection(config: AppConfig): ConnectionOptions {
  if (config.redisUrl) {
    setDefaultBackendFactory();
    const url = new URL(config.redisUrl);
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
  setDefaultBackendFactory(createPostgresBackend);
  // The connection's type is Redis' by default; the PostgreSQL backend reads a pool config.
  return {
    connectionString: config.database.url,
    schema: SCHEMA,
    migrate: true,
    max: 3,
  } as unknown as ConnectionOptions;
}
