import { LedgerChainService } from '../../../src/wallet/ledger/ledger.service';
import { LedgerModule } from '../../../src/wallet/ledger/ledger.module';
import type { DataSource } from 'typeorm';
import { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { AuditChainService } from '../../../src/audit/audit-chain.service';
import { loadConfig } from '../../../src/config/app-config';
import { connectDataSource } from '../../support/data-source';
import { DatabaseClock } from '../../../src/database/database-clock';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { seedMillion, SeedRefusedError } from '../../../src/embedded/seeds/million/seed-million';
import { seedCatalog } from '../../support/seed';
import { IntegrityModule } from '../../../src/admin/integrity/integrity.module';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { LedgerPeriodService } from '../../../src/wallet/ledger/ledger-period.service';
import { createTestModule, type TestModule } from '../../support/testing-module';
import { ProxiesModule } from '../../../src/proxies/proxies.module';

const USERS = 1200;
const silent = () => undefined;

describe('seedMillion', () => {
  let testModule: TestModule;
  let source: DataSource;
  let indexesBefore: unknown[];
  const config = () => loadConfig();
  const fill = (users: number, force = false) =>
    seedMillion(testModule.module, config(), { users, force, log: silent });
  const count = async (table: string) =>
    (await testModule.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]!.n;
  const structure = () =>
    testModule.sql(
      `SELECT pg_get_indexdef(indexrelid) AS def FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       WHERE c.relnamespace = 'public'::regnamespace
       UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT tgrelid::regclass || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
       ORDER BY 1`,
    );
  const broken = async () => {
    const reports = await testModule.module.get(IntegrityService).check();
    return reports.filter(({ violations }) => violations > 0).map(({ name }) => name);
  };

  beforeAll(async () => {
    testModule = await createTestModule([ProxiesModule, IntegrityModule, LedgerModule]);
    source = await connectDataSource(testModule.database.url, 2);
    await seedCatalog(testModule.module);
    // Filling creates the partitions of the past year; the rest of the structure stays.
    for (const table of ['ledger_entry', 'audit_log', 'usage_hour'])
      await source.query(`SELECT create_month_partitions($1, now() - interval '365 days', 3)`, [
        table,
      ]);
    indexesBefore = await structure();
    await fill(USERS);
  }, 120_000);
  afterAll(async () => {
    await source.destroy();
    await testModule.close();
  });

  it('fills every table with the requested row count', async () => {
    expect(await count('proxy')).toBe(USERS);
    expect(await count(`users WHERE role = 'user'`)).toBe(USERS);
    expect(await count('wallet_transaction')).toBe(2 * USERS);
    expect(await count('ledger_entry')).toBe(4 * USERS);
    expect(await count('payment')).toBe(USERS / 10);
  });

  it('keeps every invariant and the audit hash chain', async () => {
    expect(await broken()).toEqual([]);
    expect(await new LedgerChainService(new UnitOfWork(source)).verify()).toMatchObject({
      intact: true,
      unchained: 0,
    });
    expect(await new AuditChainService(new UnitOfWork(source)).verify()).toMatchObject({
      intact: true,
      unchained: 0,
    });
  });

  it('restores every index, foreign key and trigger', async () => {
    expect(await structure()).toEqual(indexesBefore);
  });

  it('shows the same proxies to owners and to the gateway', async () => {
    const rows = await testModule.sql<{
      user_id: number;
      id: number;
      status: string;
      view: string;
    }>(
      `SELECT p.user_id, p.id, p.status, c.status AS view FROM proxy p
       JOIN gateway_credential c ON c.proxy_id = p.id`,
    );
    for (const { status, view } of rows) expect(status).toBe(view);
    expect(new Set(rows.map((row) => row.status))).toEqual(
      new Set(['active', 'suspended', 'expired']),
    );
    const { user_id: userId, id } = rows[0]!;
    const actor = {
      userId,
      name: '',
      email: '',
      role: 'user',
      sessionId: '',
      ip: '',
      userAgent: '',
    } as const;
    const proxy = await testModule.module.get(ProxiesService, { strict: false }).get(actor, id);
    expect(proxy.password).toMatch(/^[\w-]{20}$/);
  });

  it('refuses to fill twice unless forced', async () => {
    await expect(fill(10)).rejects.toThrow(SeedRefusedError);
    expect(await count('proxy')).toBe(USERS);
    await fill(300, true);
    expect(await count('proxy')).toBe(USERS + 300);
    expect(await broken()).toEqual([]);
    await testModule.sql(`INSERT INTO users (name, email) VALUES ('Next', 'next@example.com')`);
  }, 120_000);

  it('fills a shop with closed months from the last of them on', async () => {
    const periods = new LedgerPeriodService(
      new UnitOfWork(source),
      new DatabaseClock(new UnitOfWork(source)),
    );
    expect((await periods.closeDue()).length).toBeGreaterThan(10);
    const { endsAt } = (await periods.findLast())!;
    const before = await count('ledger_entry');
    await fill(300, true);
    expect(await count('ledger_entry')).toBe(before + 4 * 300);
    const [added] = await testModule.sql<{ first: Date }>(
      `SELECT min(created_at) AS first FROM (SELECT created_at FROM ledger_entry ORDER BY id OFFSET ${before}) AS e`,
    );
    expect(added!.first.getTime()).toBeGreaterThanOrEqual(endsAt.getTime());
    expect(await broken()).toEqual([]);
  }, 120_000);

  it('refuses to run in production', async () => {
    const production = loadConfig({
      ...process.env,
      NODE_ENV: 'production',
      SANDBOX: 'false',
      APP_KEY: 'a-key-of-more-than-thirty-two-letters',
      APP_URL: 'https://shop.example.com',
    });
    const options = { users: 10, force: true, log: silent };
    await expect(seedMillion(testModule.module, production, options)).rejects.toThrow(
      SeedRefusedError,
    );
  });

  it('rolls back when filling fails midway', async () => {
    const before = await structure();
    const rows = await count('users');
    await testModule.sql(`ALTER TABLE audit_log ADD CONSTRAINT stop CHECK (id < 0) NOT VALID`);
    await expect(fill(50, true)).rejects.toThrow(/stop/);
    await testModule.sql(`ALTER TABLE audit_log DROP CONSTRAINT stop`);
    expect(await count('users')).toBe(rows);
    expect(await structure()).toEqual(before);
  });
});
