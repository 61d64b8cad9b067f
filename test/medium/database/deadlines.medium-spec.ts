import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { runMigrations } from '../../../src/database/migrate';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { poll } from '../../../src/embedded/poll';
import { PostgresServer } from '../../../src/embedded/postgres/postgres-server';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { isDatabaseUnavailable } from '../../../src/database/pg-errors';
import { findViolatedInvariants } from '../../support/integrity';
import { freezePostgres } from '../../support/child-processes';
import { freePort } from '../../support/ports';
import {
  createHttpTestApp,
  poolOrderBody,
  type Customer,
  type HttpTestApp,
} from '../proxies/http-test-app';
import { ONE_GB_PRICE } from '../proxies/proxies-test-app';

const FUNDS = 100_000;
/** Statement, answer and connect timeouts as set below, twice, since a call may need two connections. */
const ANSWERED_WITHIN_MS = 12_000;

/** Longer than a connection may be silent. */
const IDLE_MS = 4_500;

interface Answer {
  status: number;
  retryAfter: unknown;
  ms: number;
}

jest.setTimeout(180_000);

/** A PostgreSQL of this file's own, which it freezes and kills. */
describe('While PostgreSQL is away', () => {
  let dataDir: string;
  let port: number;
  let server: PostgresServer;
  let app: HttpTestApp;
  let ada: Customer;
  let serial = 0;

  const startServer = () => PostgresServer.start({ dataDir, port });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nairaproxy-deadlines-'));
    port = await freePort();
    server = await startServer();
    await runMigrations(server.url());
    Object.assign(process.env, {
      DATABASE_POOL_MAX: '8',
      DATABASE_POOL_WAIT_MS: '2000',
      DATABASE_STATEMENT_TIMEOUT_MS: '1500',
      DATABASE_LOCK_TIMEOUT_MS: '500',
    });
    app = await createHttpTestApp({ url: server.url(), dispose: () => Promise.resolve() });
  });
  beforeEach(async () => {
    ada = await app.signUp();
    await app.fundWallet(ada, FUNDS);
  });
  afterEach(async () => {
    expect(await findViolatedInvariants({ uow: app.nest.get(UnitOfWork) })).toEqual([]);
  });
  afterAll(async () => {
    await app?.close();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const ask = async (method: 'GET' | 'POST', path: string, key?: string): Promise<Answer> => {
    const from = Date.now();
    const response = await app.nest.inject({
      method,
      url: `/api/v1${path}`,
      payload: key ? poolOrderBody : undefined,
      headers: { ...ada.headers, ...(key ? { 'idempotency-key': key } : {}) },
    });
    return {
      status: response.statusCode,
      retryAfter: response.headers['retry-after'],
      ms: Date.now() - from,
    };
  };
  const buy = (key: string) => ask('POST', '/proxies/buy', key);
  const readBalance = () => ask('GET', '/wallet/balance');
  const newKeys = (count: number) => Array.from({ length: count }, () => `away-${(serial += 1)}`);
  const expectRefused = ({ status, retryAfter, ms }: Answer) => {
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS);
  };
  const expectBoughtOrRefused = (answer: Answer) => {
    if (answer.status !== 201) expectRefused(answer);
  };
  const query = async <T>(text: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: server.url() });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end();
    }
  };
  /** Repeats every purchase by its key; each counts once. */
  const expectOnePurchasePerKey = async (keys: string[]) => {
    for (const key of keys)
      expect(await poll(async () => (await buy(key)).status === 201, 60_000)).toBe(true);
    const [orders] = await query<{ count: number; charged: number }>(
      `SELECT count(*)::int AS count FROM proxy_order WHERE user_id = $1`,
      [ada.userId],
    );
    expect(orders!.count).toBe(keys.length);
    const { body } = await app.call('GET', '/wallet/balance', undefined, ada.headers);
    expect(JSON.stringify(body.data)).toContain(String(FUNDS - keys.length * ONE_GB_PRICE));
  };

  it('should not wait on connections that were idle when PostgreSQL froze', async () => {
    await Promise.all(Array.from({ length: 8 }, readBalance));
    await delay(IDLE_MS);
    const thaw = freezePostgres(server.pid!);
    try {
      const late = delay(ANSWERED_WITHIN_MS).then(() => null);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => Promise.race([readBalance(), late])),
      );
      for (const answer of answers) expect(answer?.status).toBe(503);
    } finally {
      thaw();
    }
    expect(await poll(async () => (await readBalance()).status === 200, 30_000)).toBe(true);
  });

  it('should refuse with 503 and Retry-After when PostgreSQL is frozen, and charge once per key afterwards', async () => {
    await readBalance();
    const [early, late] = [newKeys(3), newKeys(3)];
    const running = early.map(buy);
    await delay(15);
    const thaw = freezePostgres(server.pid!);
    try {
      const settle = app.nest
        .get(SettlementService, { strict: false })
        .settle('KPY-0000000000')
        .catch((error: unknown) => error);
      const reads = await Promise.all([readBalance(), readBalance(), ...late.map(buy)]);
      reads.forEach(expectRefused);
      (await Promise.all(running)).forEach(expectBoughtOrRefused);
      expect(isDatabaseUnavailable(await settle)).toBe(true);
    } finally {
      thaw();
    }
    expect(await poll(async () => (await readBalance()).status === 200, 30_000)).toBe(true);
    await expectOnePurchasePerKey([...early, ...late]);
  });

  it('should refuse with 503 within the lock timeout while another transaction holds the wallet', async () => {
    const holder = new Client({ connectionString: server.url() });
    await holder.connect();
    const [key] = newKeys(1) as [string];
    try {
      await holder.query('BEGIN');
      await holder.query(
        `SELECT 1 FROM ledger_account WHERE user_id = $1 AND kind = 'wallet' FOR UPDATE`,
        [ada.userId],
      );
      const refused = await buy(key);
      expectRefused(refused);
      expect(refused.ms).toBeLessThan(3_000);
    } finally {
      await holder.end();
    }
    await expectOnePurchasePerKey([key]);
  });

  it('should answer nothing but success and 503 while PostgreSQL is killed and started again', async () => {
    const keys = newKeys(8);
    const others: Answer[] = [];
    const bought: Answer[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) others.push(await readBalance());
    })();
    const buying = (async () => {
      for (const key of keys) {
        bought.push(await buy(key));
        await delay(20);
      }
    })();
    await delay(150);
    process.kill(server.pid!, 'SIGKILL');
    await server.exited;
    await delay(300);
    server = await startServer();
    await buying;
    expect(await poll(async () => (await readBalance()).status === 200, 30_000)).toBe(true);
    isOver = true;
    await reading;
    for (const answer of others) if (answer.status !== 200) expectRefused(answer);
    expect(others.some(({ status }) => status === 503)).toBe(true);
    bought.forEach(expectBoughtOrRefused);
    await expectOnePurchasePerKey(keys);
  });
});
