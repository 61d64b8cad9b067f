import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Pool } from 'pg';
import { loadConfig, type AppConfig } from '../../src/config/app-config';
import { AuditModule } from '../../src/audit/audit.module';
import { runInApplication } from '../../src/database/run-in-application';
import { LedgerModule } from '../../src/wallet/ledger/ledger.module';
import { runMigrations } from '../../src/database/migrate';
import { PostgresServer } from '../../src/embedded/postgres/postgres-server';
import { seedMillion } from '../../src/embedded/seeds/million/seed-million';
import { seed } from '../../src/embedded/seeds/seed';
import { freePort } from '../../test/support/ports';
import { FIRST_DISTINCT_ID } from './transcript';

/** Shared resources of the benchmarks. */
export interface BenchContext {
  /** A dedicated PostgreSQL with production durability settings. */
  readonly postgres: PostgresServer;
  readonly dist: string;
  readonly folder: string;
  /** Payment provider stub that reports every charge as paid. */
  readonly korapay: { readonly url: string; readonly secret: string };
  /** Registers cleanup that runs when the current benchmark ends or fails. */
  onCleanup(cleanup: () => Promise<void> | void): void;
  /** Runs the cleanups of the last benchmark in reverse order. */
  cleanUp(): Promise<void>;
  close(): Promise<void>;
}

export interface Shop {
  readonly name: string;
  readonly url: string;
  readonly users: number;
  readonly config: AppConfig;
  readonly appKey: string;
  readonly pool: Pool;
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
}

const APP_KEY = 'only-for-measuring-and-thrown-away-afterwards';
const KORAPAY_SECRET = 'sk_test_measuring';
/** Each table's ids start at a distinct number, so that a recorded id identifies its table. */
const ID_SEQUENCES = [
  'wallet_transaction',
  'ledger_transaction',
  'proxy_order',
  'proxy',
  'payment',
];

export async function createBenchContext(dist: string): Promise<BenchContext> {
  if (!existsSync(join(dist, 'main.js')))
    throw new Error(`There is no ${join(dist, 'main.js')}: run "npm run build:server" first.`);
  const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-bench-'));
  const postgres = await PostgresServer.start({ dataDir: folder, port: await freePort() });
  const korapay = await startKorapay();
  const { port } = korapay.address() as AddressInfo;
  const cleanups: (() => Promise<void> | void)[] = [];
  return {
    postgres,
    dist: resolve(dist),
    folder,
    korapay: { url: `http://127.0.0.1:${port}`, secret: KORAPAY_SECRET },
    onCleanup: (cleanup) => void cleanups.push(cleanup),
    async cleanUp() {
      for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
    },
    async close() {
      korapay.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A migrated, seeded database with the given number of customers. */
export async function openShop(context: BenchContext, name: string, users: number): Promise<Shop> {
  const admin = new Pool({ connectionString: context.postgres.url(), max: 1 });
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = context.postgres.url(name);
  await runMigrations(url);
  const config = loadConfig({ NODE_ENV: 'development', APP_KEY, DATABASE_URL: url });
  await seed(config);
  await runInApplication(config, [AuditModule, LedgerModule], (app) =>
    seedMillion(app, config, { users, force: true, log: () => undefined }),
  );
  const pool = new Pool({ connectionString: url, max: 64 });
  // pool.end() does not wait until the server has closed the sessions; the server may stop first.
  pool.on('error', () => undefined);
  context.onCleanup(() => pool.end());
  for (const [index, table] of ID_SEQUENCES.entries())
    await pool.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, [
      table,
      FIRST_DISTINCT_ID * (index + 1),
    ]);
  return {
    name,
    url,
    users,
    config,
    appKey: APP_KEY,
    pool,
    sql: async (text, values) => (await pool.query(text, values)).rows as never[],
  };
}

export interface Api {
  readonly port: number;
  readonly pid: number;
  /** The statements of `work`, as the API sent them. */
  record(work: () => Promise<void>): Promise<string>;
}

/** dist/main.js as in production, alone: no worker runs beside it. */
export async function startApi(context: BenchContext, shop: Shop): Promise<Api> {
  const port = await freePort();
  const recordFile = join(context.folder, `statements-${port}`);
  const child = fork(join(context.dist, 'main.js'), [], {
    execArgv: ['--require', resolve('bench/lib/record-statements.cjs')],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
      APP_KEY,
      DATABASE_URL: shop.url,
      DATA_DIR: context.folder,
      LOG_LEVEL: 'warn',
      KORAPAY_BASE_URL: context.korapay.url,
      KORAPAY_SECRET_KEY: context.korapay.secret,
      KORAPAY_PUBLIC_KEY: 'pk_test_measuring',
      RECORD_FILE: recordFile,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  context.onCleanup(() => stopChild(child));
  await waitUntilReady(child);
  return {
    port,
    pid: child.pid!,
    async record(work) {
      writeFileSync(recordFile, '');
      await confirm(child, 'record');
      await work();
      await confirm(child, 'stop');
      return readFileSync(recordFile, 'utf8');
    },
  };
}

/** Sends a message and waits until the child has repeated it. */
async function confirm(child: ChildProcess, message: string): Promise<void> {
  const repeated = new Promise<void>((resolve) => {
    const listen = (reply: unknown) => {
      if (reply !== message) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
  });
  child.send(message);
  await repeated;
}

export function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
    child.once('exit', (code) =>
      reject(new Error(`The process exited with ${code} before it was ready`)),
    );
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const forceKill = setTimeout(() => child.kill('SIGKILL'), 8_000);
  await exited;
  clearTimeout(forceKill);
}

/** Every charge is paid in full; a reference ends in its amount in naira. */
async function startKorapay(): Promise<Server> {
  const server = createServer((request, response) => {
    const reference = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const amount = Number(reference.split('-').at(-1));
    response.setHeader('content-type', 'application/json');
    const data = {
      reference,
      status: 'success',
      amount,
      amount_paid: amount,
      amount_expected: amount,
      fee: 0,
      currency: 'NGN',
      payment_method: 'card',
    };
    response.end(JSON.stringify({ status: true, message: 'Charge retrieved successfully', data }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
