import { Money } from '../../../src/common/money/money';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import type { NewTransaction, Posting } from '../../../src/wallet/wallet.types';
import { expectInvariantsToHold } from '../../support/integrity';
import { openWallet } from './wallet-fixtures';
import { insertUser, createTestModule, type TestModule } from '../../support/testing-module';

describe('Clawbacks and receivables', () => {
  let testModule: TestModule;
  let wallet: WalletService;
  let serial = 0;

  beforeAll(async () => {
    testModule = await createTestModule([WalletModule]);
    wallet = openWallet(testModule);
  });
  // The lines of these cases have no payment and no order.
  expectInvariantsToHold(() => testModule, { except: 'charges-have-an-order' });
  afterAll(() => testModule.close());

  const line = (userId: number, naira: number, over: Partial<NewTransaction>): NewTransaction => ({
    userId,
    reference: `LINE-${(serial += 1)}`,
    type: 'credit',
    purpose: 'funding',
    amount: Money.naira(naira),
    description: 'A line',
    ...over,
  });
  const fund = async (userId: number, naira: number) => {
    const credit = line(userId, naira, {});
    const funded = await wallet.credit(credit, {
      idempotencyKey: credit.reference,
      kind: 'admin_funding',
      against: 'adjustments',
    });
    return { ...funded, credit };
  };
  const spend = (userId: number, naira: number) => {
    const debit = line(userId, naira, { type: 'debit', purpose: 'purchase' });
    return wallet.charge(debit, {
      idempotencyKey: debit.reference,
      kind: 'purchase',
      against: 'revenue',
    });
  };
  const takenLine = (userId: number, naira: number, reference: string): NewTransaction =>
    line(userId, naira, { reference, type: 'debit', purpose: 'chargeback' });
  const posting = (key: string): Posting => ({
    idempotencyKey: `chargeback:${key}`,
    kind: 'chargeback',
    against: 'korapay_clearing',
  });
  const takeBack = (userId: number, naira: number, reference = `BACK-${(serial += 1)}`) =>
    wallet.clawback(takenLine(userId, naira, reference), posting(reference));
  const holds = async (userId: number) => ({
    balance: (await wallet.getBalance(userId)).toNaira(),
    owed: (await wallet.getReceivableBalance(userId)).toNaira(),
  });
  const statement = (userId: number) =>
    testModule.sql<{ line: string }>(
      `SELECT type || ' ' || purpose || ' ' || amount_kobo / 100 AS line
       FROM wallet_transaction WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
  const clearing = async () => {
    const [row] = await testModule.sql<{ naira: number }>(
      `SELECT coalesce(sum(e.amount_kobo), 0)::int / 100 AS naira FROM ledger_entry e
       JOIN ledger_account a ON a.id = e.account_id WHERE a.code = 'korapay_clearing'`,
    );
    return row!.naira;
  };

  it('should debit only the wallet when its balance suffices, to the last kobo', async () => {
    const userId = await insertUser(testModule);
    await fund(userId, 5000);
    const all = { fromWallet: Money.naira(5000), owed: Money.zero };
    const first = await takeBack(userId, 5000, `WHOLE-${userId}`);
    expect(first).toMatchObject({ ...all, replayed: false });
    expect(await takeBack(userId, 5000, `WHOLE-${userId}`)).toEqual({ ...first, replayed: true });
    expect(await holds(userId)).toEqual({ balance: 0, owed: 0 });
    expect(await statement(userId)).toEqual([
      { line: 'credit funding 5000' },
      { line: 'debit chargeback 5000' },
    ]);
  });

  it('should book the missing part as a debt and list both on the statement', async () => {
    const userId = await insertUser(testModule);
    const before = await clearing();
    await fund(userId, 5000);
    await spend(userId, 3000);
    expect(await takeBack(userId, 5000)).toMatchObject({
      fromWallet: Money.naira(2000),
      owed: Money.naira(3000),
    });
    expect(await holds(userId)).toEqual({ balance: 0, owed: 3000 });
    expect((await statement(userId)).slice(2)).toEqual([
      { line: 'credit debt 3000' },
      { line: 'debit chargeback 5000' },
    ]);
    expect(await clearing()).toBe(before + 5000);
  });

  it('should write matching statement lines and ledger entries', async () => {
    const userId = await insertUser(testModule);
    const reference = `STORY-${userId}`;
    await wallet.clawback(
      {
        ...takenLine(userId, 900, reference),
        description: 'Chargeback of X',
        metadata: { p: 1 },
      },
      posting(reference),
    );
    const { reference: funding } = (await fund(userId, 400)).credit;
    const rows = await testModule.sql(
      `SELECT w.reference, w.description, w.payment_method, w.metadata, t.kind, t.idempotency_key AS key
       FROM wallet_transaction w JOIN ledger_transaction t ON t.id = w.ledger_transaction_id
       WHERE w.user_id = $1 AND w.purpose = 'debt' ORDER BY w.id`,
      [userId],
    );
    expect(rows).toEqual([
      {
        reference: `OWED-${reference}`,
        description: 'Advance that you owe: Chargeback of X',
        payment_method: 'wallet',
        metadata: { p: 1 },
        kind: 'receivable_advance',
        key: `owed:chargeback:${reference}`,
      },
      {
        reference: `REPAID-${funding}`,
        description: 'Repayment of a debt after a chargeback',
        payment_method: 'wallet',
        metadata: {},
        kind: 'receivable_recovery',
        key: `repaid:${funding}`,
      },
    ]);
    const accounts = await testModule.sql(
      `SELECT code, kind, balance_kobo, version FROM ledger_account WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
    expect(accounts).toEqual([
      { code: `wallet:${userId}`, kind: 'wallet', balance_kobo: '0', version: '4' },
      { code: `receivable:${userId}`, kind: 'receivable', balance_kobo: '50000', version: '2' },
    ]);
  });

  it('should refuse a ledger key of another operation', async () => {
    const userId = await insertUser(testModule);
    await takeBack(userId, 5, `MINE-${userId}`);
    await expect(
      wallet.clawback(takenLine(userId, 5, `OTHER-${userId}`), posting(`MINE-${userId}`)),
    ).rejects.toThrow(`The clawback OTHER-${userId} has no statement line`);
  });

  it('should book the whole amount as a debt without a wallet', async () => {
    const userId = await insertUser(testModule);
    await takeBack(userId, 700);
    expect(await holds(userId)).toEqual({ balance: 0, owed: 700 });
    await takeBack(userId, 300);
    expect(await holds(userId)).toEqual({ balance: 0, owed: 1000 });
  });

  it('should pay the debt first from incoming money and allow no spending before', async () => {
    const userId = await insertUser(testModule);
    await takeBack(userId, 1000);
    expect(await fund(userId, 400)).toMatchObject({
      balance: Money.zero,
      repaid: Money.naira(400),
    });
    expect(await holds(userId)).toEqual({ balance: 0, owed: 600 });
    await expect(spend(userId, 1)).rejects.toMatchObject({
      kind: 'insufficient_balance',
      details: { required_amount: 1, current_balance: 0, shortfall: 1 },
    });
    expect(await fund(userId, 1000)).toMatchObject({
      balance: Money.naira(400),
      repaid: Money.naira(600),
    });
    expect(await holds(userId)).toEqual({ balance: 400, owed: 0 });
    expect(await fund(userId, 100)).toMatchObject({
      balance: Money.naira(500),
      repaid: Money.zero,
    });
    const audit = await testModule.sql<{ details: string }>(
      `SELECT details FROM audit_log WHERE action = 'wallet.debt_repaid' AND target = $1 ORDER BY id`,
      [`user:${userId}`],
    );
    expect(audit.map(({ details }) => details)).toEqual([
      expect.stringContaining('₦400 of ₦1,000'),
      expect.stringContaining('₦600 of ₦600'),
    ]);
  });

  it('should pay the debt from an announced top-up', async () => {
    const userId = await insertUser(testModule);
    await takeBack(userId, 1000);
    const pending = line(userId, 2500, { purpose: 'topup' });
    const { id } = await wallet.createPending(pending);
    const done = await wallet.complete(id, {
      idempotencyKey: `topup:${pending.reference}`,
      kind: 'topup',
      against: 'korapay_clearing',
    });
    expect(done).toEqual({ moved: true, balance: Money.naira(1500) });
    expect(await holds(userId)).toEqual({ balance: 1500, owed: 0 });
  });

  it('should debit once per key under concurrent calls', async () => {
    const userId = await insertUser(testModule);
    await fund(userId, 600);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => takeBack(userId, 1000, `ONCE-${userId}`)),
    );
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const result of results)
      expect(result).toMatchObject({ fromWallet: Money.naira(600), owed: Money.naira(400) });
    expect(await holds(userId)).toEqual({ balance: 0, owed: 400 });
  });

  it('should stay consistent under concurrent credits and purchases', async () => {
    const userId = await insertUser(testModule);
    await fund(userId, 1000);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 12 }, () => spend(userId, 150)),
      ...Array.from({ length: 5 }, () => takeBack(userId, 500)),
      ...Array.from({ length: 12 }, () => fund(userId, 100)),
    ]);
    const bought = outcomes.slice(0, 12).filter(({ status }) => status === 'fulfilled').length;
    for (const outcome of outcomes.slice(12)) expect(outcome.status).toBe('fulfilled');
    const { balance, owed } = await holds(userId);
    expect(balance - owed).toBe(1000 + 12 * 100 - 5 * 500 - bought * 150);
    expect(balance === 0 || owed === 0).toBe(true);
  });

  it('should roll back with its unit of work', async () => {
    const userId = await insertUser(testModule);
    await fund(userId, 10);
    await expect(
      testModule.uow.run(async () => {
        await wallet.clawback(takenLine(userId, 50, `UNDONE-${userId}`), posting(`u${userId}`));
        throw new Error('the rest failed');
      }),
    ).rejects.toThrow('the rest failed');
    expect(await holds(userId)).toEqual({ balance: 10, owed: 0 });
    expect(await statement(userId)).toHaveLength(1);
  });

  it('should never pay a receivable below zero', async () => {
    const userId = await insertUser(testModule);
    await takeBack(userId, 5);
    await expect(
      testModule.sql(
        `UPDATE ledger_account SET balance_kobo = -1 WHERE user_id = $1 AND kind = 'receivable'`,
        [userId],
      ),
    ).rejects.toThrow('ledger_account_balance_check');
  });
});
