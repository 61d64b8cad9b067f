import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { poll } from '../../../src/embedded/poll';
import { createApp } from '../../../src/app.module';
import { QUEUES } from '../../../src/queue/job-catalog';
import { JobQueue } from '../../../src/queue/job-queue';
import { WorkerModule } from '../../../src/worker.module';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { freePort } from '../../support/ports';

const fetchText = async (url: string) => (await fetch(url)).text();

function getValue(scrape: string, series: string): number | undefined {
  const line = scrape.split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

let database: TestDatabase;
let managementUrl: string;

beforeEach(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  managementUrl = `http://127.0.0.1:${port}`;
  process.env.DATABASE_URL = database.url;
  process.env.LOG_LEVEL = 'silent';
  process.env.METRICS_PORT = String(port);
});

afterEach(() => database.dispose());

describe('API metrics', () => {
  let app: NestFastifyApplication;
  let site: string;

  beforeEach(async () => {
    app = await createApp();
    await app.listen(0, '127.0.0.1');
    site = await app.getUrl();
  });

  afterEach(() => app.close());

  it('should be served on the management listener only', async () => {
    expect((await fetch(`${site}/metrics`)).status).toBe(404);
    expect((await fetch(`${managementUrl}/api/v1/health/live`)).status).toBe(404);
    const answer = await fetch(`${managementUrl}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_resident_memory_bytes');
  });

  it('should label request durations by route, not by path', async () => {
    await fetch(`${site}/api/v1/health/live`);
    await fetch(`${site}/api/v1/health/live`);
    await fetch(`${site}/api/v1/nothing/4711`);
    const scrape = await fetchText(`${managementUrl}/metrics`);
    const series = (route: string, status: string) =>
      getValue(
        scrape,
        `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`,
      );
    expect(series('/api/v1/health/live', '2xx')).toBe(2);
    expect(series('none', '4xx')).toBe(1);
    expect(scrape).not.toContain('4711');
  });

  it('should count database connections', async () => {
    await fetch(`${site}/api/v1/health/ready`);
    const scrape = await fetchText(`${managementUrl}/metrics`);
    const open = ['busy', 'idle'].map(
      (state) => getValue(scrape, `database_pool_connections{state="${state}"}`) ?? NaN,
    );
    expect(open[0]! + open[1]!).toBeGreaterThan(0);
    expect(getValue(scrape, 'database_pool_waiting')).toBe(0);
  });

  it('should report the age of the oldest waiting job', async () => {
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

  it('should report readiness', async () => {
    expect((await fetch(`${managementUrl}/health/live`)).status).toBe(200);
    expect((await fetch(`${managementUrl}/health/ready`)).status).toBe(200);
    await database.dispose();
    expect((await fetch(`${managementUrl}/health/ready`)).status).toBe(503);
    expect((await fetch(`${managementUrl}/health/live`)).status).toBe(200);
    expect((await fetch(`${managementUrl}/metrics`)).status).toBe(200);
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

describe('Worker metrics', () => {
  let worker: INestApplicationContext;

  beforeEach(async () => {
    worker = await NestFactory.createApplicationContext(WorkerModule, {
      logger: false,
      abortOnError: false,
    });
  });

  afterEach(() => worker.close());

  it('should measure job durations by name and outcome', async () => {
    await worker.get(JobQueue).add('audit.extend-chain', {});
    const series = 'job_duration_seconds_count{job="audit.extend-chain",outcome="completed"}';
    const ran = await poll(
      async () => (getValue(await fetchText(`${managementUrl}/metrics`), series) ?? 0) > 0,
      30_000,
    );
    expect(ran).toBe(true);
  });

  it('should report depth and age of every queue', async () => {
    // The delay keeps the worker from running the job.
    await worker.get(JobQueue).add('payments.verify-payment', { paymentId: 1 }, { delay: 60_000 });
    const scrape = await fetchText(`${managementUrl}/metrics`);
    expect(getValue(scrape, 'queue_jobs{queue="payments",state="delayed"}')).toBeGreaterThan(0);
    for (const queue of QUEUES) {
      expect(getValue(scrape, `queue_jobs{queue="${queue}",state="waiting"}`)).toBeDefined();
      expect(getValue(scrape, `queue_oldest_waiting_seconds{queue="${queue}"}`)).toBeDefined();
    }
  });

  it('should report the number of unsent mails', async () => {
    const series = 'mail_outbox_messages';
    expect(getValue(await fetchText(`${managementUrl}/metrics`), series)).toBe(0);
    await worker.get(DataSource).query(
      `INSERT INTO mail_message (recipient, subject, body, next_attempt_at)
       VALUES ('a@example.com', 'Later', NULL, now() + interval '1 day')`,
    );
    expect(getValue(await fetchText(`${managementUrl}/metrics`), series)).toBe(1);
  });
});
