import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { ClearingService } from '../../../src/admin/clearing/clearing.service';
import { IntegrityModule } from '../../../src/admin/integrity/integrity.module';
import { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { armCrashPoint, type CrashPoint } from '../../../src/common/crash-point';
import { Clock, DAY } from '../../../src/common/time/clock';
import { Money } from '../../../src/common/money/money';
import { startOfDay } from '../../../src/common/time/calendar';
import { loadConfig } from '../../../src/config/app-config';
import { connectDataSource } from '../../support/data-source';
import { MonthPartitions } from '../../../src/database/partitions/month-partitions';
import { seedMillion } from '../../../src/embedded/seeds/million/seed-million';
import { seedCatalog } from '../../support/seed';
import {
  hashFile,
  type ArchivedLink,
  type ArchiveManifest,
} from '../../../src/wallet/ledger/ledger-archive-file';
import { LedgerModule } from '../../../src/wallet/ledger/ledger.module';
import { LedgerArchiveService } from '../../../src/wallet/ledger/ledger-archive.service';
import { LedgerChainService } from '../../../src/wallet/ledger/ledger.service';
import { LedgerPeriodService } from '../../../src/wallet/ledger/ledger-period.service';
import { StatementService } from '../../../src/wallet/statement/statement.service';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import { createTestModule, type TestModule } from '../../support/testing-module';

const USERS = 60;

describe('LedgerArchiveService', () => {
  let testModule: TestModule;
  let source: DataSource;
  let archives: LedgerArchiveService;
  let integrity: IntegrityService;
  let dir: string;
  /** Closed months, oldest first; the first twelve have entries. */
  let months: string[];

  beforeAll(async () => {
    testModule = await createTestModule([WalletModule, IntegrityModule, LedgerModule]);
    dir = await mkdtemp(join(tmpdir(), 'ledger-archive-'));
    source = await connectDataSource(testModule.database.url, 2);
    await seedCatalog(testModule.module);
    const options = { users: USERS, force: true, log: () => undefined };
    await seedMillion(testModule.module, loadConfig(), options);
    await changeHistory(
      'TRUNCATE ledger_chain_link',
      ...['ledger_transaction', 'ledger_entry', 'wallet_transaction'].map(
        (table) => `UPDATE ${table} SET created_at = created_at - interval '30 months'`,
      ),
    );
    await testModule.module.get(MonthPartitions).create('ledger_entry');
    await testModule.module.get(LedgerChainService).extend();
    months = await testModule.module.get(LedgerPeriodService).closeDue();
    [archives, integrity] = [
      testModule.module.get(LedgerArchiveService),
      testModule.module.get(IntegrityService),
    ];
  }, 120_000);
  afterAll(async () => {
    await source.destroy();
    await testModule.close();
    await rm(dir, { recursive: true });
  });
  afterEach(() => {
    armCrashPoint(undefined);
    jest.restoreAllMocks();
  });

  /** Without triggers. */
  const changeHistory = (...statements: string[]) =>
    testModule.uow.run(async () => {
      const manager = testModule.uow.requireTransaction();
      await manager.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await manager.query(statement);
    });

  const archive = async (index: number) => (await archives.archive(months[index]!, dir)).file;
  const countEntries = async (month: string) =>
    (
      await testModule.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM ledger_entry
         WHERE to_char(created_at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM') = $1`,
        [month],
      )
    )[0]!.count;
  const findBroken = async () => {
    const reports = [...(await integrity.check()), ...(await integrity.checkSinceLastPeriod())];
    return reports.filter(({ violations }) => violations > 0).map(({ name }) => name);
  };
  /** Broken invariants after changes that are undone. */
  const findBrokenAfter = async (...statements: string[]) => {
    const undo = new Error('undo');
    let names: string[] = [];
    const run = testModule.uow.run(async () => {
      const manager = testModule.uow.requireTransaction();
      await manager.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await manager.query(statement);
      names = await findBroken();
      throw undo;
    });
    await expect(run).rejects.toBe(undo);
    return names;
  };

  it('should not close a month early when the clock of the process is ahead', async () => {
    const ahead = new Date(Date.now() + 62 * DAY);
    jest.spyOn(testModule.module.get(Clock), 'now').mockReturnValue(ahead);
    expect(await testModule.module.get(LedgerPeriodService).closeDue()).toEqual([]);
  });

  it('should refuse a month that is open, recent or not the oldest', async () => {
    await expect(archives.archive('2999-01', dir)).rejects.toThrow('is not a closed month');
    await expect(archives.archive(months[1]!, dir)).rejects.toThrow(`${months[0]} is next`);
    const recent = months.at(-1)!;
    await changeHistory(
      `INSERT INTO ledger_archive SELECT month, ends_at, '', '', 0, now() FROM ledger_period
       WHERE month < '${recent}-01'`,
    );
    await expect(archives.archive(recent, dir)).rejects.toThrow('is too recent');
    await changeHistory('DELETE FROM ledger_archive');
    expect(await countEntries(months[0]!)).toBeGreaterThan(0);
  });

  it.each<CrashPoint>([
    'archive.before-manifest',
    'archive.before-drop',
    'archive.before-commit',
    'archive.after-commit',
  ])('should lose nothing when it is killed at %s, and continue', async (point) => {
    const [{ next } = { next: 0 }] = await testModule.sql<{ next: number }>(
      'SELECT count(*)::int AS next FROM ledger_archive',
    );
    const month = months[next]!;
    const count = await countEntries(month);
    armCrashPoint(point);
    jest.spyOn(process, 'kill').mockImplementation(() => {
      throw new Error('killed');
    });
    await expect(archives.archive(month, dir)).rejects.toThrow('killed');
    armCrashPoint(undefined);
    expect(await countEntries(month)).toBe(point === 'archive.after-commit' ? 0 : count);
    const repeated = await archives.archive(month, dir);
    expect(repeated).toMatchObject(
      point === 'archive.after-commit'
        ? { isRepeated: true }
        : { isRepeated: false, entries: count },
    );
    expect(await countEntries(month)).toBe(0);
    expect(await archives.verify(repeated.file)).toEqual([]);
    expect(await findBroken()).toEqual([]);
  });

  it('should archive once when run concurrently', async () => {
    const [first, second] = await Promise.all([archive(4), archive(4)]);
    expect(first).toBe(second);
    expect(await archives.verify(first)).toEqual([]);
    const audited = await testModule.sql(
      `SELECT FROM audit_log WHERE action = 'system.books_archived' AND target = $1`,
      [`ledger_period:${months[4]}`],
    );
    expect(audited).toHaveLength(1);
    expect((await readdir(dir)).filter((name) => !/\.(gz|json)$/.test(name))).toEqual([]);
  });

  it('should keep balances, reports, statements and replays as they were', async () => {
    const clearing = new ClearingService(testModule.uow, undefined!);
    const statements = testModule.module.get(StatementService, { strict: false });
    const [line] = await testModule.sql<{
      user_id: number;
      reference: string;
      key: string;
      kobo: string;
    }>(
      `SELECT w.user_id, w.reference, t.idempotency_key AS key, w.amount_kobo AS kobo FROM wallet_transaction w
       JOIN ledger_transaction t ON t.id = w.ledger_transaction_id JOIN ledger_period p ON p.month = '${months[5]}-01'
       WHERE t.created_at < p.ends_at AND t.kind = 'admin_funding' ORDER BY t.id DESC LIMIT 1`,
    );
    const user = line!.user_id;
    const later = { from: startOfDay(`${months[6]}-01`), until: startOfDay(`${months[8]}-01`) };
    const read = async () => [
      (await clearing.getOverview()).accounts,
      await clearing.getOwed(),
      await statements.findBalances(user, { from: null, until: null }),
      { ...(await statements.findBalances(user, later)), entries: null },
    ];
    const before = await read();
    await archive(5);
    const after = await read();
    expect(after.map((part) => ({ ...part, entries: null }))).toEqual(
      before.map((part) => ({ ...part, entries: null })),
    );
    const archived = { from: startOfDay(`${months[5]}-02`), until: later.until };
    await expect(statements.findBalances(user, archived)).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(
      statements.findBalances(user, { from: null, until: later.until }),
    ).rejects.toThrow();
    const repeated = await testModule.uow.run(() =>
      testModule.module.get(WalletService).credit(
        {
          ...{ userId: user, reference: line!.reference, type: 'credit', purpose: 'funding' },
          ...{ amount: Money.kobo(BigInt(line!.kobo)), description: 'again' },
        },
        { idempotencyKey: line!.key, kind: 'admin_funding', against: 'adjustments' },
      ),
    );
    expect(repeated.replayed).toBe(true);
    expect(await findBroken()).toEqual([]);
  });

  it('should detect changes of what stands for archived entries', async () => {
    expect(
      await findBrokenAfter('UPDATE ledger_period_balance SET sum_kobo = sum_kobo + 1'),
    ).toContain('closed-periods-equal-entries');
    expect(
      await findBrokenAfter(
        `INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, created_at)
         SELECT id, 1, 5, created_at FROM ledger_transaction ORDER BY id LIMIT 1`,
      ),
    ).toContain('closed-periods-equal-entries');
    expect(
      await findBrokenAfter(
        `UPDATE ledger_chain_link SET hash = sha256('') WHERE id = (SELECT min(id) FROM ledger_chain_link)`,
      ),
    ).toContain('ledger-chain-is-whole');
    expect(
      await findBrokenAfter(
        `UPDATE ledger_account SET balance_kobo = balance_kobo + 1 WHERE kind = 'wallet'`,
      ),
    ).toContain('balances-equal-entries');
    expect(
      await findBrokenAfter(
        `UPDATE ledger_archive_kind SET wallet_kobo = wallet_kobo + 1 WHERE kind = 'topup'`,
      ),
    ).toContain('clearing-equals-what-the-provider-owes');
  });

  it('should name what differs between the file, its manifest and the database', async () => {
    const file = join(dir, `ledger-${months[1]}.ndjson.gz`);
    const manifestFile = join(dir, `ledger-${months[1]}.manifest.json`);
    const [content, manifest] = [await readFile(file), await readFile(manifestFile, 'utf8')];
    const text = gunzipSync(content).toString('utf8');
    const verifyChanged = async (
      lines: string,
      edit: (manifest: ArchiveManifest) => object = (same) => same,
    ) => {
      await writeFile(file, gzipSync(lines));
      const changed = { ...edit(JSON.parse(manifest) as ArchiveManifest) };
      await writeFile(manifestFile, JSON.stringify({ ...changed, sha256: await hashFile(file) }));
      return (await archives.verify(file)).join('\n');
    };
    const verifyAfter = async (...statements: string[]) => {
      const undo = new Error('undo');
      let problems: string[] = [];
      const run = testModule.uow.run(async () => {
        const manager = testModule.uow.requireTransaction();
        await manager.query('SET LOCAL session_replication_role = replica');
        for (const statement of statements) await manager.query(statement);
        problems = await archives.verify(file);
        throw undo;
      });
      await expect(run).rejects.toBe(undo);
      return problems.join('\n');
    };
    const other = '0'.repeat(64);
    try {
      await writeFile(file, gzipSync(text.replace('admin_funding', 'goodwill')));
      expect(await archives.verify(file)).toEqual([expect.stringContaining('SHA-256 differs')]);
      const [first = '', second = '', ...rest] = text.split('\n');
      expect(await verifyChanged(text.replace('admin_funding', 'goodwill'))).toContain(
        'is not the one that was linked',
      );
      expect(await verifyChanged([second, ...rest].join('\n'))).toContain(
        'does not follow the one before',
      );
      expect(await verifyChanged([first, second, ...rest.slice(0, -2), ''].join('\n'))).toContain(
        'the manifest says',
      );
      const edits: [(manifest: ArchiveManifest) => object, problem: string][] = [
        [({ seal: _, ...rest }) => ({ ...rest, seal: other }), 'has another seal'],
        [
          (old) => ({ ...old, chain: { ...old.chain, from: other } }),
          'does not begin at the end of the month before',
        ],
        [
          (old) => ({ ...old, chain: { ...old.chain, head: other } }),
          'does not end with the hash of the manifest',
        ],
        [
          ({ walletKobo, ...rest }) => ({ ...rest, walletKobo: { ...walletKobo, topup: '1' } }),
          'sums by kind are not those',
        ],
        [
          ({ accounts, ...rest }) => ({
            ...rest,
            accounts: accounts.map((each) => ({ ...each, closing: `${each.closing}9` })),
          }),
          'is not opening balance plus sum',
        ],
        [
          ({ accounts, ...rest }) => ({
            ...rest,
            accounts: accounts.map((each) => ({ ...each, sum: '0', closing: each.opening })),
          }),
          'do not add up to its sum',
        ],
        [({ accounts: _, ...rest }) => ({ ...rest, accounts: [] }), 'The manifest has no account'],
        [
          ({ accounts, ...rest }) => ({
            ...rest,
            accounts: accounts.map((each) => ({
              ...each,
              opening: '1',
              closing: `${1n + BigInt(each.sum)}`,
            })),
          }),
          'are others in the database',
        ],
      ];
      for (const [edit, problem] of edits)
        expect(await verifyChanged(text, edit)).toContain(problem);
      expect(
        await verifyChanged(text, ({ walletKobo, ...rest }) => ({
          ...rest,
          walletKobo: Object.fromEntries(Object.entries(walletKobo).reverse()),
        })),
      ).toBe('');
      await writeFile(file, content);
      await writeFile(manifestFile, manifest);
      const link = (JSON.parse(second) as ArchivedLink).link;
      expect(
        await verifyAfter(`UPDATE ledger_chain_link SET hash = sha256('') WHERE id = ${link}`),
      ).toBe(`Link ${link} is another one in the database`);
      const { transaction } = JSON.parse(second) as ArchivedLink;
      expect(
        await verifyAfter(
          `UPDATE ledger_transaction SET reference = 'OTHER' WHERE id = ${transaction}`,
        ),
      ).toBe(`Ledger transaction ${transaction} is another one in the database`);
      expect(
        await verifyAfter(
          `UPDATE ledger_archive SET sha256 = sha256('') WHERE month = '${months[1]}-01'`,
        ),
      ).toBe('The database recorded another file for the month');
      expect(await verifyAfter(`DELETE FROM ledger_period WHERE month = '${months[1]}-01'`)).toBe(
        `${months[1]} is not closed in the database`,
      );
      expect(
        await verifyAfter(
          `UPDATE ledger_period_balance SET closing_kobo = closing_kobo + 1 WHERE month = '${months[1]}-01'`,
        ),
      ).toContain('has another seal in the database');
    } finally {
      await writeFile(file, content);
      await writeFile(manifestFile, manifest);
    }
    expect(await archives.verify(file)).toEqual([]);
    await rm(manifestFile);
    await expect(archives.verify(file)).rejects.toThrow('is not the manifest');
    await writeFile(manifestFile, manifest);
  });
});
