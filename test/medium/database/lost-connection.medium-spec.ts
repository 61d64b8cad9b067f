import { type EventEmitter, once } from 'node:events';
import { type PostgresQueueBackend, type QueueOptions, Worker } from 'bullmq';
import { Client, type Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { AppConfig } from '../../../src/config/app-config';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { PgListener } from '../../../src/database/pg-listener';
import { poll } from '../../../src/embedded/poll';
import { bullmqOptions } from '../../../src/queue/bullmq-connection';
import { ResilientQueue } from '../../../src/queue/bull.module';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { PgFaultProxy } from '../../support/pg-fault-proxy';

/** SQL: the session on which the worker of the queue `listened` LISTENs. */
const LISTENS = `application_name = 'listened'`;

describe('Lost database connection', () => {
  let database: TestDatabase;
  let faultProxy: PgFaultProxy & { readonly url: string };
  let source: DataSource;
  let admin: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    faultProxy = await PgFaultProxy.start(database.url);
    source = await new DataSource(dataSourceOptions(faultProxy.url, 2)).initialize();
    admin = new Client({ connectionString: database.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await source?.destroy();
    faultProxy?.close();
    await database?.dispose();
  });

  const terminateAll = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'nairaproxy'`,
    );

  it('should fail the query, not the process, when lost during checkout', async () => {
    await terminateAll();
    // Else the query might fail on a connection whose end the pool has not noticed, and open none.
    const { master } = source.driver as unknown as { master: Pool };
    expect(await poll(() => Promise.resolve(master.totalCount === 0), 30_000)).toBe(true);
    faultProxy.holdGreeting();
    const outcome = source.query('SELECT 1 AS one').catch((error: Error) => error.message);
    const isTerminated = async () => {
      await terminateAll();
      return faultProxy.hasHeldClose;
    };
    expect(await poll(isTerminated, 30_000)).toBe(true);
    faultProxy.release();
    expect(await outcome).toMatch(/not queryable|terminat/i);
    expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('should notice a listener whose server is gone without a word, and listen again', async () => {
    const heard: string[] = [];
    const lost: Error[] = [];
    const listener = new PgListener(
      faultProxy.url,
      { changes: (payload) => heard.push(payload) },
      (error) => lost.push(error),
      { heartbeatMs: 100, answerMs: 500 },
    );
    await listener.start();
    try {
      expect(heard).toEqual(['']);
      faultProxy.silence();
      expect(await poll(() => heard.length === 2, 30_000)).toBe(true);
      expect(lost).toHaveLength(1);
      await admin.query(`NOTIFY changes, 'news'`);
      expect(await poll(() => heard.includes('news'), 30_000)).toBe(true);
    } finally {
      await listener.stop();
    }
  });

  it('should add jobs again after the server of the queues is gone without a word', async () => {
    const config = { database: { url: faultProxy.url } } as AppConfig;
    const queue = new ResilientQueue('lost', bullmqOptions(config, 1_000) as QueueOptions);
    try {
      await queue.add('lost.first', {});
      faultProxy.silence();
      await expect(queue.add('lost.second', {})).rejects.toThrow('did not answer');
      // Each connection that was open notices by itself.
      const third = await queue.add('lost.third', {}).catch((error: Error) => error);
      if (third instanceof Error) {
        expect(third.message).toContain('did not answer');
        await queue.add('lost.fourth', {});
      }
    } finally {
      await queue.close();
    }
  });

  it.each([
    ['makes it ready', true, /terminating connection/],
    ['confirms that it listens', false, null],
  ])(
    'should listen for jobs again when a session ends in the packet that %s',
    async (_when, isNew, outcome) => {
      const config = { database: { url: faultProxy.url } } as AppConfig;
      const options = bullmqOptions(config) as QueueOptions;
      const queue = new ResilientQueue('listened', options);
      const worker = new Worker('listened', null, { ...options, autorun: false });
      worker.on('error', () => undefined);
      const backend = worker.getBackend() as unknown as PostgresQueueBackend;
      const terminate = (where: string) =>
        admin.query(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${where}`,
        );
      try {
        await worker.waitUntilReady();
        if (isNew) {
          const { connection } = backend as unknown as { connection: EventEmitter };
          const isNoticed = once(connection, 'listenerinvalidated');
          await terminate(LISTENS);
          await isNoticed;
        }
        if (isNew) faultProxy.holdGreeting();
        else faultProxy.holdResultOf('LISTEN');
        const lost = backend.waitForJob(600).catch((error: Error) => error.message);
        expect(await poll(() => faultProxy.isHolding, 30_000)).toBe(true);
        const isEnded = async () => {
          await terminate(isNew ? `application_name = '' AND query = ''` : LISTENS);
          return faultProxy.hasHeldClose;
        };
        expect(await poll(isEnded, 30_000)).toBe(true);
        faultProxy.release();
        if (outcome === null) expect(await lost).toBeNull();
        else expect(await lost).toMatch(outcome);
        const found = backend.waitForJob(30);
        await queue.add('listened.job', {});
        expect(await found).toMatchObject({ member: 'listened' });
      } finally {
        await worker.close();
        await queue.close();
      }
    },
  );
});
