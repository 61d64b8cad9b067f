import { Money } from '../../../src/common/money/money';
import { Clock } from '../../../src/common/time/clock';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import { WalletStatsService } from '../../../src/wallet/statement/wallet-stats.service';
import { insertUser, useTestModule } from '../../support/testing-module';

describe('Wallet statistics', () => {
  const testModule = useTestModule([WalletModule]);
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
