import { Money } from '../../../src/common/money/money';
import { LedgerChainService } from '../../../src/wallet/ledger/ledger.service';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import type { Posting } from '../../../src/wallet/wallet.types';
import { insertUser, useTestModule } from '../../support/testing-module';
import {
  checkLedgerBalance,
  fund,
  buildTransaction,
  purchasePosting,
  topupPosting,
  openWallet,
} from './wallet-fixtures';
import { Clock } from '../../../src/common/time/clock';
import { WalletStatsService } from '../../../src/wallet/statement/wallet-stats.service';

const testModule = useTestModule([WalletModule]);

describe('WalletService', () => {
  let wallet: WalletService;

  beforeAll(async () => {
    wallet = openWallet(testModule);
  });

  it('should credit an announced top-up once under concurrent calls', async () => {
    const userId = await insertUser(testModule);
    const { id } = await wallet.createPending(buildTransaction(userId, 5000));
    const results = await Promise.all(
      Array.from({ length: 30 }, () =>
        wallet.complete(id, topupPosting(`topup:${id}`), { paymentMethod: 'card' }),
      ),
    );
    expect(results.filter((result) => result.moved)).toHaveLength(1);
    expect((await wallet.getBalance(userId)).toNaira()).toBe(5000);
    expect(await wallet.findTransaction(id)).toMatchObject({
      status: 'successful',
      paymentMethod: 'card',
    });
  });

  it('should open a wallet once under concurrent first credits', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => insertUser(testModule)));
    const credits = users.flatMap((userId) =>
      Array.from({ length: 8 }, () => fund(testModule, userId, 10)),
    );
    await Promise.all(credits);
    const balances = await Promise.all(users.map((userId) => wallet.getBalance(userId)));
    expect(new Set(balances.map((balance) => balance.toNaira()))).toEqual(new Set([80]));
  });

  it('should credit late money on an expired line', async () => {
    const userId = await insertUser(testModule);
    const { id } = await wallet.createPending(buildTransaction(userId, 700));
    expect(await wallet.closePending(id, 'failed')).toBe(true);
    expect(await wallet.closePending(id, 'cancelled')).toBe(false);
    await wallet.complete(id, topupPosting(`topup:${id}`));
    expect((await wallet.getBalance(userId)).toNaira()).toBe(700);
    expect(await wallet.closePending(id, 'failed')).toBe(false);
  });

  it('should allow seven of fifty concurrent purchases with money for seven', async () => {
    const userId = await insertUser(testModule);
    await fund(testModule, userId, 7 * 300 + 299);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => {
        const debit = buildTransaction(userId, 300, { type: 'debit', purpose: 'purchase' });
        return wallet.charge(debit, purchasePosting(debit.reference));
      }),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(outcomes.length - refused.length).toBe(7);
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        kind: 'insufficient_balance',
        details: { required_amount: 300, current_balance: 299, shortfall: 1 },
      });
    expect((await wallet.getBalance(userId)).toNaira()).toBe(299);
    expect(await checkLedgerBalance(testModule)).toEqual({ total: '0', broken: '0' });
  });

  it('should link every posting once and in order, and name the first that was changed', async () => {
    const userId = await insertUser(testModule);
    const chain = new LedgerChainService(testModule.uow);
    await Promise.all(Array.from({ length: 20 }, () => fund(testModule, userId, 10)));
    await Promise.all(Array.from({ length: 5 }, () => chain.extend()));
    const from = (await chain.head())!;
    const [posted] = await testModule.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM ledger_transaction',
    );
    expect(await chain.verify()).toMatchObject({ intact: true, checked: posted!.count });
    await fund(testModule, userId, 10);
    expect(await chain.extend()).toBe(1);
    expect(await chain.verify(from)).toMatchObject({ intact: true, checked: 1 });
    const undo = new Error('undo');
    const change = testModule.uow.run(async () => {
      const manager = testModule.uow.requireTransaction();
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query('UPDATE ledger_entry SET amount_kobo = amount_kobo + 1');
      expect((await chain.verify(from)).brokenAt).toBe(String(Number(from.rowId) + 1));
      expect((await chain.verify()).brokenAt).toBe('1');
      throw undo;
    });
    await expect(change).rejects.toBe(undo);
  });

  it('should refund once per key', async () => {
    const userId = await insertUser(testModule);
    const refund = buildTransaction(userId, 450, { purpose: 'refund' });
    const posting: Posting = {
      idempotencyKey: 'refund:order:1',
      kind: 'purchase_reversal',
      against: 'revenue',
    };
    const results = await Promise.all(
      Array.from({ length: 10 }, () => wallet.credit(refund, posting)),
    );
    expect(results.filter((result) => !result.replayed)).toHaveLength(1);
    expect(new Set(results.map((result) => result.transactionId)).size).toBe(1);
    expect((await wallet.getBalance(userId)).toNaira()).toBe(450);
  });

  it('should book a transaction and find it by id and reference', async () => {
    const userId = await insertUser(testModule);
    const credit = buildTransaction(userId, 250, {
      description: 'A present',
      paymentMethod: 'admin',
      metadata: { from: 'Ngozi' },
    });
    const { transactionId, balance, repaid } = await wallet.credit(
      credit,
      topupPosting(credit.reference),
    );
    expect({ balance, repaid }).toEqual({ balance: Money.naira(250), repaid: Money.zero });
    const found = await wallet.findByReference(credit.reference);
    expect(found).toMatchObject({
      id: transactionId,
      type: 'credit',
      purpose: 'topup',
      status: 'successful',
      amount: Money.naira(250),
      description: 'A present',
      paymentMethod: 'admin',
    });
    expect(await wallet.findTransaction(transactionId)).toEqual(found);
    expect(await wallet.findByReference('NOBODY-1')).toBeNull();
    const [header] = await testModule.sql(
      `SELECT t.kind, t.reference, array_agg(a.code ORDER BY e.id) AS accounts
       FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
       JOIN ledger_account a ON a.id = e.account_id
       WHERE t.idempotency_key = $1 GROUP BY t.id`,
      [credit.reference],
    );
    expect(header).toEqual({
      kind: 'topup',
      reference: credit.reference,
      accounts: [`wallet:${userId}`, 'korapay_clearing'],
    });
    expect(
      await testModule.sql('SELECT code FROM ledger_account WHERE user_id = $1', [userId]),
    ).toEqual([{ code: `wallet:${userId}` }]);
  });

  it('should complete a line once, also when another line used its key', async () => {
    const userId = await insertUser(testModule);
    const [one, two] = [buildTransaction(userId, 300), buildTransaction(userId, 300)];
    const ids = await testModule.uow.run(async () => [
      (await wallet.createPending(one)).id,
      (await wallet.createPending(two)).id,
    ]);
    const complete = (id: number, key = one.reference) => wallet.complete(id, topupPosting(key));
    expect(await complete(ids[0]!)).toEqual({ moved: true, balance: Money.naira(300) });
    expect(await complete(ids[0]!)).toEqual({ moved: false, balance: Money.naira(300) });
    expect(await complete(ids[0]!, 'under-another-key')).toEqual({
      moved: false,
      balance: Money.naira(300),
    });
    expect(await complete(ids[1]!)).toEqual({ moved: false, balance: Money.naira(300) });
    expect((await wallet.getBalance(userId)).toNaira()).toBe(300);
    await expect(complete(2_000_000)).rejects.toThrow('No wallet transaction 2000000');
    // Restore consistent books: the second line has no ledger transaction of its own.
    await testModule.sql('DELETE FROM wallet_transaction WHERE id = $1', [ids[1]]);
  });

  it('should mark only booked debits as refunded, once', async () => {
    const userId = await insertUser(testModule);
    await fund(testModule, userId, 50);
    const debit = buildTransaction(userId, 50, { type: 'debit', purpose: 'purchase' });
    const { transaction, balance } = await wallet.charge(debit, purchasePosting(debit.reference));
    const transactionId = transaction.id;
    expect(transaction).toEqual(await wallet.findTransaction(transactionId));
    expect(balance).toEqual(Money.zero);
    const mark = (id: number) => wallet.markRefunded(id);
    expect([await mark(transactionId), await mark(transactionId)]).toEqual([true, false]);
    expect(await wallet.findTransaction(transactionId)).toMatchObject({ status: 'refunded' });
    const { id } = await wallet.createPending(buildTransaction(userId, 10));
    expect(await mark(id)).toBe(false);
    expect(await wallet.complete(transactionId, purchasePosting('any'))).toEqual({
      moved: false,
      balance: Money.zero,
    });
  });

  it('should number the entries of a wallet without gaps, each with its balance', async () => {
    const userId = await insertUser(testModule);
    await fund(testModule, userId, 1000);
    await Promise.all(
      Array.from({ length: 8 }, () => {
        const debit = buildTransaction(userId, 25, { type: 'debit', purpose: 'purchase' });
        return wallet.charge(debit, purchasePosting(debit.reference));
      }),
    );
    const entries = await testModule.sql<{ v: string; amount: string; after: string }>(
      `SELECT e.account_version AS v, e.amount_kobo AS amount, e.balance_after_kobo AS after
       FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
       WHERE a.user_id = $1 ORDER BY e.account_version`,
      [userId],
    );
    let balance = 0n;
    entries.forEach((entry, index) => {
      balance += BigInt(entry.amount);
      expect(entry.v).toBe(String(index + 1));
      expect(entry.after).toBe(balance.toString());
    });
    expect(entries).toHaveLength(9);
  });
});

describe('Wallet statistics', () => {
  let stats: WalletStatsService;
  let userId: number;

  beforeAll(async () => {
    stats = testModule.module.get(WalletStatsService);
    const wallet = testModule.module.get(WalletService);
    userId = await insertUser(testModule);
    const book = async (
      reference: string,
      type: 'credit' | 'debit',
      purpose: 'topup' | 'purchase' | 'refund',
      naira: number,
    ) =>
      testModule.uow.run(() =>
        wallet.credit(
          { userId, reference, type, purpose, amount: Money.naira(naira), description: reference },
          {
            idempotencyKey: reference,
            kind:
              purpose === 'topup'
                ? 'topup'
                : purpose === 'purchase'
                  ? 'purchase'
                  : 'purchase_reversal',
            against: purpose === 'topup' ? 'korapay_clearing' : 'revenue',
          },
        ),
      );
    await book('TOPUP-ONE', 'credit', 'topup', 10_000);
    await book('BUY-ONE', 'debit', 'purchase', 3_000);
    await book('BUY-TWO', 'debit', 'purchase', 2_000);
    await book('BACK-TWO', 'credit', 'refund', 500);
    const { id } = await testModule.uow.run(() =>
      wallet.createPending({
        userId,
        reference: 'TOPUP-DEAD',
        type: 'credit',
        purpose: 'topup',
        amount: Money.naira(900),
        description: 'Wallet funding',
      }),
    );
    await testModule.uow.run(() => wallet.closePending(id, 'failed'));
  });

  it('should count spending without refunds and only successful top-ups', async () => {
    const figures = await stats.getStats(userId);
    expect(figures.this_month_spending).toBe(4_500);
    expect(figures.total_top_ups).toBe(10_000);
    expect(figures.success_rate).toBe(80);
    expect(figures.average_monthly_spending).toBe(4_500);
  });

  it('should be zero in a month without transactions', async () => {
    expect((await stats.getStats(userId, 1, 2020)).this_month_spending).toBe(0);
  });

  it('should return every month of the period, including empty ones', async () => {
    const months = await stats.getMonthlySpending(userId, 6);
    expect(months).toHaveLength(6);
    expect(months.at(-1)!.spending.toNaira()).toBe(4_500);
    expect(months[0]!.spending.toNaira()).toBe(0);
  });

  it('should assign spending to months in Lagos time', async () => {
    const at = async (bought: string, now: string) => {
      await testModule.sql('UPDATE wallet_transaction SET created_at = $2 WHERE user_id = $1', [
        userId,
        bought,
      ]);
      const clock = jest.spyOn(testModule.module.get(Clock), 'now').mockReturnValue(new Date(now));
      const figures = await stats.getStats(userId);
      clock.mockRestore();
      return figures.average_monthly_spending;
    };
    // The first hour of April in Lagos is still March in UTC.
    expect(await at('2026-03-31T23:30:00Z', '2026-04-01T00:30:00Z')).toBe(4_500);
    expect(await at('2026-03-31T22:30:00Z', '2026-03-31T23:30:00Z')).toBe(2_250);
  });
});
