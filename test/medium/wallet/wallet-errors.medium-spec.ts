import { DomainError } from '../../../src/common/errors/domain-error';
import { Money } from '../../../src/common/money/money';
import { HOUR } from '../../../src/common/time/clock';
import { MonthPartitions } from '../../../src/database/partitions/month-partitions';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import type { Posting } from '../../../src/wallet/wallet.types';
import { insertSoldProxy } from '../../support/sold-proxy';
import { insertUser, useTestModule } from '../../support/testing-module';
import {
  checkLedgerBalance,
  fund,
  buildTransaction,
  purchasePosting,
  topupPosting,
  openWallet,
} from './wallet-fixtures';

describe('WalletService errors', () => {
  const testModule = useTestModule([WalletModule]);
  let wallet: WalletService;

  beforeAll(async () => {
    wallet = openWallet(testModule);
  });

  it('should write nothing for a refused charge', async () => {
    const userId = await insertUser(testModule);
    const debit = buildTransaction(userId, 10, { type: 'debit', purpose: 'purchase' });
    await expect(wallet.charge(debit, purchasePosting(debit.reference))).rejects.toBeInstanceOf(
      DomainError,
    );
    const rows = await testModule.sql('SELECT 1 FROM ledger_transaction WHERE reference = $1', [
      debit.reference,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('should tell a shortfall that is enough when a balance has kobo', async () => {
    const userId = await insertUser(testModule);
    const part = buildTransaction(userId, 1, { amount: Money.kobo(99_950n) });
    await wallet.credit(part, topupPosting(part.reference));
    const debit = buildTransaction(userId, 1000, { type: 'debit', purpose: 'purchase' });
    await expect(wallet.charge(debit, purchasePosting(debit.reference))).rejects.toMatchObject({
      details: { required_amount: 1000, current_balance: 999, shortfall: 1 },
    });
  });

  it('should refuse a used reference', async () => {
    const userId = await insertUser(testModule);
    const pending = buildTransaction(userId, 100);
    await wallet.createPending(pending);
    await expect(wallet.createPending(pending)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'REFERENCE_TAKEN',
    });
  });

  it('should refuse a credit with a new key and a used reference', async () => {
    const userId = await insertUser(testModule);
    const first = buildTransaction(userId, 100);
    await wallet.credit(first, topupPosting(first.reference));
    const other = { ...first, amount: Money.naira(200) };
    await expect(
      wallet.credit(other, topupPosting(`${first.reference}-again`)),
    ).rejects.toMatchObject({
      code: 'REFERENCE_TAKEN',
      message:
        'This payment reference was already used. Start again with a new one. You were not charged.',
    });
    const renamed = buildTransaction(userId, 100);
    await expect(wallet.credit(renamed, topupPosting(first.reference))).rejects.toMatchObject({
      code: 'REFERENCE_TAKEN',
    });
    expect((await wallet.getBalance(userId)).toNaira()).toBe(100);
  });

  it('should refuse a second charge with the same key and debit nothing', async () => {
    const userId = await insertUser(testModule);
    await fund(testModule, userId, 100);
    const debit = buildTransaction(userId, 30, { type: 'debit', purpose: 'purchase' });
    const charge = () => wallet.charge(debit, purchasePosting(debit.reference));
    await charge();
    await expect(charge()).rejects.toThrow(`The charge ${debit.reference} was posted before`);
    expect((await wallet.getBalance(userId)).toNaira()).toBe(70);
  });

  it('should refuse zero and negative amounts and unknown accounts', async () => {
    const userId = await insertUser(testModule);
    for (const naira of [0, -5])
      for (const write of [
        () => wallet.createPending(buildTransaction(userId, naira)),
        () => wallet.credit(buildTransaction(userId, naira), topupPosting('moves-nothing')),
      ])
        await expect(testModule.uow.run<unknown>(write)).rejects.toThrow(
          'A statement line has a positive amount',
        );
    await expect(
      testModule.uow.run(async () => {
        const { id } = await wallet.createPending(buildTransaction(userId, 5));
        return wallet.complete(id, topupPosting('moves-nothing'), { amount: Money.zero });
      }),
    ).rejects.toThrow('A posting must not be zero');
    const nowhere = { ...topupPosting('to-nowhere'), against: 'nowhere' as Posting['against'] };
    await expect(wallet.credit(buildTransaction(userId, 5), nowhere)).rejects.toThrow(
      'do not sum to zero',
    );
    await expect(wallet.createPending(buildTransaction(2_000_000, 5))).rejects.toThrow(
      'foreign key',
    );
    expect((await wallet.getBalance(userId)).toNaira()).toBe(0);
    expect(await checkLedgerBalance(testModule)).toEqual({ total: '0', broken: '0' });
  });

  it('should hold a wallet per currency and refuse postings between two', async () => {
    const userId = await insertUser(testModule);
    await fund(testModule, userId, 100);
    const insertAccount = `INSERT INTO ledger_account (code, kind, user_id, currency)
      VALUES ('wallet:' || $1::int, 'wallet', $1, 'GHS')`;
    await testModule.sql(insertAccount, [userId]);
    await expect(testModule.sql(insertAccount, [userId])).rejects.toThrow('duplicate key');
    const move = (currency: string) =>
      testModule.sql(
        `WITH header AS (INSERT INTO ledger_transaction (idempotency_key, kind, reference)
           VALUES ('mixed:' || $2, 'topup', 'mixed') RETURNING id)
         INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
         SELECT header.id, a.id, CASE a.kind WHEN 'wallet' THEN 1 ELSE -1 END FROM header, ledger_account a
         WHERE a.code = 'revenue' OR (a.user_id = $1 AND a.currency = $2)`,
        [userId, currency],
      );
    await expect(move('GHS')).rejects.toThrow('posts between different currencies');
    for (const change of ["currency = 'GHS'", "code = 'x'", "kind = 'system', user_id = NULL"])
      await expect(testModule.sql(`UPDATE ledger_account SET ${change}`)).rejects.toThrow('fixed');
    await fund(testModule, userId, 50);
    expect((await wallet.getBalance(userId)).toNaira()).toBe(150);
    await testModule.sql(`DELETE FROM ledger_account WHERE currency <> 'NGN'`);
    expect(await checkLedgerBalance(testModule)).toEqual({ total: '0', broken: '0' });
  });

  it('should not continue a unit of work after a refused charge', async () => {
    const userId = await insertUser(testModule);
    const debit = buildTransaction(userId, 10, { type: 'debit', purpose: 'purchase' });
    await expect(
      testModule.uow.run(async () => {
        await wallet.charge(debit, purchasePosting(debit.reference)).catch(() => undefined);
        await wallet.charge(debit, purchasePosting(debit.reference));
      }),
    ).rejects.toThrow(`Ledger key ${debit.reference} has a header without a wallet entry`);
  });

  it('should refuse to move money outside a unit of work', async () => {
    const bare = testModule.module.get(WalletService);
    const credit = bare.credit(buildTransaction(1, 1), topupPosting('x'));
    await expect(credit).rejects.toThrow('unit of work');
  });

  describe('database constraints', () => {
    const columns = {
      ledger_transaction: 'reference',
      ledger_entry: 'amount_kobo',
      audit_log: 'details',
      audit_chain_link: 'audit_log_id',
      ledger_chain_link: 'ledger_transaction_id',
      ledger_period: 'seal',
      ledger_period_balance: 'closing_kobo',
      ledger_archive: 'sha256',
      ledger_archive_kind: 'wallet_kobo',
      chain_head: 'content',
    };
    const attempts = Object.entries(columns).flatMap(([table, column]) => [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ]);
    it.each([...attempts, 'TRUNCATE users CASCADE', 'TRUNCATE ledger_account CASCADE'])(
      'should refuse %s',
      async (statement) => {
        await expect(testModule.sql(statement)).rejects.toThrow('append-only');
      },
    );

    it('should refuse entries that do not sum to zero', async () => {
      await expect(
        testModule.sql(`
          WITH t AS (INSERT INTO ledger_transaction (idempotency_key, kind, reference)
                     VALUES ('lopsided', 'topup', 'lopsided') RETURNING id)
          INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
          SELECT t.id, a.id, 100 FROM t, ledger_account a WHERE a.code = 'revenue'`),
      ).rejects.toThrow('do not sum to zero');
    });

    it('should refuse a negative balance', async () => {
      const userId = await insertUser(testModule);
      await fund(testModule, userId, 1);
      await expect(
        testModule.sql('UPDATE ledger_account SET balance_kobo = -1 WHERE user_id = $1', [userId]),
      ).rejects.toThrow('ledger_account_balance_check');
    });
  });

  describe('monthly partitions', () => {
    const month = new Date(Date.now() + HOUR).toISOString().slice(0, 7).replace('-', '_');
    const insertEntries = (table: string, values: string) => `
      WITH t AS (INSERT INTO ledger_transaction (idempotency_key, kind, reference, created_at)
        VALUES (gen_random_uuid(), 'topup', 'direct', '2001-02-03') RETURNING id, created_at)
      INSERT INTO ${table} (id, transaction_id, account_id, amount_kobo, created_at)
      OVERRIDING SYSTEM VALUE SELECT n, t.id, a.id, kobo, t.created_at
      FROM t, ledger_account a, (VALUES ${values}) AS v (n, kobo, account) WHERE a.code = account`;

    it.each([
      'ledger_entry_default',
      `ledger_entry_${month}`,
      'audit_log_default',
      `audit_log_${month}`,
    ])('should refuse changes through %s', async (partition) => {
      for (const statement of [
        `UPDATE ${partition} SET created_at = created_at`,
        `DELETE FROM ${partition}`,
        `TRUNCATE ${partition}`,
      ])
        await expect(testModule.sql(statement)).rejects.toThrow('append-only');
    });

    it('should check entries that are inserted into a partition', async () => {
      const add = (values: string) =>
        testModule.uow.manager.query(insertEntries('ledger_entry_default', values));
      await expect(add(`(-1, 100, 'revenue')`)).rejects.toThrow('do not sum to zero');
      await testModule.sql(
        `INSERT INTO ledger_account (code, kind, currency) VALUES ('abroad', 'system', 'USD')`,
      );
      await expect(add(`(-1, 100, 'revenue'), (-2, -100, 'abroad')`)).rejects.toThrow(
        'different currencies',
      );
      const closed = testModule.uow.run(async () => {
        await testModule.uow.manager.query(
          `INSERT INTO ledger_period (month, ends_at, next_entry_id, next_transaction_id, chain_position,
             chain_transaction_id, chain_hash, seal) VALUES ('2001-02-01', '2001-03-01', 1, 1, 0, 0, '', '')`,
        );
        await add(`(-1, 100, 'revenue'), (-2, -100, 'adjustments')`);
      });
      await expect(closed).rejects.toThrow('is closed');
    });

    it('should accept rows of a month without a partition, and move them when it is created', async () => {
      const partitions = testModule.module.get(MonthPartitions);
      const userId = await insertUser(testModule);
      const proxyId = await insertSoldProxy((...query) => testModule.sql(...query), {
        username: 'u',
      });
      await testModule.sql(
        insertEntries('ledger_entry', `(-1, 100, 'revenue'), (-2, -100, 'adjustments')`),
      );
      await testModule.sql(
        `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
         VALUES ('2001-02-03', 'system', 'system', 'system.seeded', 'system', 'catalog', 'low', 'd', '', '')`,
      );
      await testModule.sql(`INSERT INTO usage_hour (proxy_id, hour) VALUES ($1, '2001-02-03')`, [
        proxyId,
      ]);
      for (const [table, column] of [
        ['ledger_entry', 'created_at'],
        ['audit_log', 'created_at'],
        ['usage_hour', 'hour'],
      ] as const) {
        const find = () =>
          testModule.sql(
            `SELECT tableoid::regclass::text AS place, to_jsonb(r) AS row FROM ${table} r
             WHERE ${column} < '2002-01-01' ORDER BY r`,
          );
        const before = await find();
        expect(before[0]).toMatchObject({ place: `${table}_default` });
        // Of two workers one creates it.
        const [first, second] = await Promise.all([
          partitions.create(table),
          partitions.create(table),
          ...Array.from({ length: 5 }, () => fund(testModule, userId, 10)),
        ]);
        expect([first, second].sort()).toEqual([0, 1]);
        expect(await find()).toEqual(before.map((row) => ({ ...row, place: `${table}_2001_02` })));
        const [kept] = await testModule.sql(
          `SELECT count(*)::int AS count FROM ${table} WHERE ${column} > now() - interval '1 hour'
             AND tableoid = '${table}_default'::regclass`,
        );
        expect(kept).toEqual({ count: 0 });
        expect(await partitions.create(table)).toBe(0);
      }
      for (const partition of ['ledger_entry_2001_02', 'ledger_entry_default', 'audit_log_default'])
        await expect(testModule.sql(`DELETE FROM ${partition}`)).rejects.toThrow('append-only');
    });

    it.each(['ledger_entry', 'audit_log', 'usage_hour'] as const)(
      'should create the partitions of %s before their months begin, with every guard',
      async (table) => {
        const next = `${table}_' || to_char(now() AT TIME ZONE 'Africa/Lagos' + interval '2 months', 'YYYY_MM')`;
        const guards = () =>
          testModule.sql(
            `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = to_regclass('${next}) ORDER BY 1`,
          );
        const before = await guards();
        expect(before.length).toBe({ ledger_entry: 4, audit_log: 1, usage_hour: 0 }[table]);
        const [{ name }] = (await testModule.sql<{ name: string }>(`SELECT '${next} AS name`)) as [
          { name: string },
        ];
        await testModule.sql(`DROP TABLE ${name}`);
        expect(await testModule.module.get(MonthPartitions).create(table)).toBe(1);
        expect(await guards()).toEqual(before);
      },
    );
  });
});
