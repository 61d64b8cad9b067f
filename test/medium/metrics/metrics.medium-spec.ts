import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { poll } from '../../../src/embedded/poll';
import { createApp } from '../../../src/create-app';
import { QUEUES } from '../../../src/queue/job-catalog';
import { JobQueue } from '../../../src/queue/job-queue';
import { WorkerModule } from '../../../src/worker.module';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { freePort } from '../../support/ports';

const textOf = async (url: string) => (await fetch(url)).text();

/** The value of one line of a scrape; undefined when it is not there. */
function valueIn(scrape: string, series: string): number | undefined {
  const line = scrape.split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

let database: TestDatabase;
let operators: string;

beforeEach(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  operators = `http://127.0.0.1:${port}`;
  process.env.DATABASE_URL = database.url;
  process.env.LOG_LEVEL = 'silent';
  process.env.METRICS_PORT = String(port);
});

afterEach(() => database.dispose());

describe('the metrics of the API', () => {
  let app: NestFastifyApplication;
  let site: string;

  beforeEach(async () => {
    app = await createApp();
    await app.listen(0, '127.0.0.1');
    site = await app.getUrl();
  });

  afterEach(() => app.close());

  it('are on a listener of their own and never on the public one', async () => {
    expect((await fetch(`${site}/metrics`)).status).toBe(404);
    expect((await fetch(`${operators}/api/v1/health/live`)).status).toBe(404);
    const answer = await fetch(`${operators}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_resident_memory_bytes');
  });

  it('time requests by route, never by path', async () => {
    await fetch(`${site}/api/v1/health/live`);
    await fetch(`${site}/api/v1/health/live`);
    await fetch(`${site}/api/v1/nothing/4711`);
    const scrape = await textOf(`${operators}/metrics`);
    const series = (route: string, status: string) =>
      valueIn(
        scrape,
        `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`,
      );
    expect(series('/api/v1/health/live', '2xx')).toBe(2);
    expect(series('none', '4xx')).toBe(1);
    expect(scrape).not.toContain('4711');
  });

  it('count the connections to the database', async () => {
    await fetch(`${site}/api/v1/health/ready`);
    const scrape = await textOf(`${operators}/metrics`);
    const open = ['busy', 'idle'].map(
      (state) => valueIn(scrape, `database_pool_connections{state="${state}"}`) ?? NaN,
    );
    expect(open[0]! + open[1]!).toBeGreaterThan(0);
    expect(valueIn(scrape, 'database_pool_waiting')).toBe(0);
  });

  it('know the age of the job that waits longest', async () => {
    const queue = app.get(JobQueue);
    const oldest = async () => (await queue.depth()).payments!;
    expect(await oldest()).toMatchObject({ waiting: 0, oldestSeconds: 0 });
    await queue.add('payments.verify-payment', { paymentId: 1 });
    const waited = await poll(async () => (await oldest()).oldestSeconds > 0.2, 30_000);
    expect(waited).toBe(true);
    await queue.add('payments.verify-payment', { paymentId: 2 });
    const { waiting, oldestSeconds } = await oldest();
    expect(waiting).toBe(2);
    expect(oldestSeconds).toBeGreaterThan(0.2);
  });

  it('tell whether it can do its work', async () => {
    expect((await fetch(`${operators}/health/live`)).status).toBe(200);
    expect((await fetch(`${operators}/health/ready`)).status).toBe(200);
    await database.dispose();
    expect((await fetch(`${operators}/health/ready`)).status).toBe(503);
    expect((await fetch(`${operators}/health/live`)).status).toBe(200);
    expect((await fetch(`${operators}/metrics`)).status).toBe(200);
    const refused = await fetch(`${site}/health/ready`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toEqual({
      success: false,
      code: 'NOT_READY',
      message: 'This server cannot work yet: postgresql did not answer',
      errors: { postgresql: ['down'] },
      request_id: expect.any(String),
    });
  });
});

describe('the metrics of the worker', () => {
  let worker: INestApplicationContext;

  beforeEach(async () => {
    worker = await NestFactory.createApplicationContext(WorkerModule, {
      logger: false,
      abortOnError: false,
    });
  });

  afterEach(() => worker.close());

  it('time the jobs by name and outcome', async () => {
    await worker.get(JobQueue).add('audit.extend-chain', {});
    const series = 'job_duration_seconds_count{job="audit.extend-chain",outcome="completed"}';
    const ran = await poll(
      async () => (valueIn(await textOf(`${operators}/metrics`), series) ?? 0) > 0,
      30_000,
    );
    expect(ran).toBe(true);
  });

  it('tell what waits in every queue and since when', async () => {
    // No job of this payment exists; the delay keeps it lying there.
    await worker.get(JobQueue).add('payments.verify-payment', { paymentId: 1 }, { delay: 60_000 });
    const scrape = await textOf(`${operators}/metrics`);
    expect(valueIn(scrape, 'queue_jobs{queue="payments",state="delayed"}')).toBeGreaterThan(0);
    for (const queue of QUEUES) {
      expect(valueIn(scrape, `queue_jobs{queue="${queue}",state="waiting"}`)).toBeDefined();
      expect(valueIn(scrape, `queue_oldest_waiting_seconds{queue="${queue}"}`)).toBeDefined();
    }
  });

  it('tell how much mail is still to be sent', async () => {
    const series = 'mail_outbox_messages';
    expect(valueIn(await textOf(`${operators}/metrics`), series)).toBe(0);
    await worker.get(DataSource).query(
      `INSERT INTO mail_message (recipient, subject, body, next_attempt_at)
       VALUES ('a@example.com', 'Later', NULL, now() + interval '1 day')`,
    );
    expect(valueIn(await textOf(`${operators}/metrics`), series)).toBe(1);
  });
});
