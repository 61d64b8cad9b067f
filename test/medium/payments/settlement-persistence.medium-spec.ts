import { MINUTE } from '../../../src/common/time/clock';
import { PaymentsProcessor } from '../../../src/payments/payments-jobs.module';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { type PaymentsTestApp, type Topup } from './payments-test-app';
import { usePaymentsTestApp } from './use-payments-test-app';

describe('SettlementService persistence', () => {
  let testApp: PaymentsTestApp;
  let settlement: SettlementService;

  usePaymentsTestApp((opened) => {
    testApp = opened;
    settlement = testApp.sandbox.module.get(SettlementService);
  });

  const rowOf = async ({ reference }: Topup) => {
    const [row] = await testApp.sandbox.sql<{
      next_check_at: Date;
      checks: number;
      method: string;
    }>(
      `SELECT p.next_check_at, p.checks, t.payment_method AS method
       FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
      [reference],
    );
    return row!;
  };

  it.each([
    [{ payment_method: 'bank_transfer' }, 'bank_transfer'],
    [{ card: null, fee: null }, 'card'],
  ])('should store for a charge with %j the payment method %s', async (data, method) => {
    const topup = await testApp.startTopup();
    const { reference } = topup;
    await testApp.setChargeOutcome(reference);
    await testApp.injectFault({ route: 'find', reference, times: 1, data });
    await settlement.settle(reference);
    expect(await rowOf(topup)).toMatchObject({ method });
    const booked = await testApp.sandbox.sql(
      `SELECT t.kind, t.idempotency_key AS key FROM ledger_transaction t
       JOIN wallet_transaction w ON w.ledger_transaction_id = t.id WHERE w.reference = $1`,
      [reference],
    );
    expect(booked).toEqual([{ kind: 'topup', key: `topup:${reference}` }]);
  });

  it('should settle in a worker', async () => {
    const topup = await testApp.startTopup();
    await testApp.setChargeOutcome(topup.reference);
    await testApp.sandbox.module
      .get(PaymentsProcessor)
      .handle({ name: 'payments.verify-payment', data: { paymentId: topup.paymentId } });
    expect(await testApp.getState(topup)).toMatchObject({ status: 'successful', naira: 5000 });
  });

  it('should not look up the charge of a decided payment', async () => {
    const topup = await testApp.createCredited();
    const findCharge = jest.spyOn(
      testApp.sandbox.module.get(KorapayService, { strict: false }),
      'findCharge',
    );
    expect(await settlement.settle(topup.reference)).toMatchObject({ status: 'successful' });
    expect(findCharge).not.toHaveBeenCalled();
    findCharge.mockRestore();
  });

  it('should look up the charge outside any transaction', async () => {
    const topup = await testApp.startTopup();
    await expect(testApp.sandbox.uow.run(() => settlement.settle(topup.reference))).rejects.toThrow(
      'unit of work',
    );
    expect(await rowOf(topup)).toMatchObject({ checks: 0 });
  });

  it('should look up closed payments again at longer intervals', async () => {
    const topup = await testApp.startTopup();
    const { reference } = topup;
    const wait = async () =>
      (await rowOf(topup)).next_check_at.getTime() - testApp.sandbox.clock.now().getTime();
    for (const status of ['pending', 'created']) {
      await testApp.sandbox.sql(
        'UPDATE payment SET status = $1, next_check_at = NULL WHERE reference = $2',
        [status, reference],
      );
      await settlement.settle(reference);
      expect(await wait()).toBeLessThan(MINUTE);
    }
    await testApp.setChargeOutcome(reference, 'failed');
    for (let check = 0; check < 2; check += 1) {
      await settlement.settle(reference);
      expect(await wait()).toBeGreaterThan(9 * MINUTE);
    }
    expect(await testApp.getState(topup)).toMatchObject({ status: 'failed', line: 'failed' });
    expect(await rowOf(topup)).toMatchObject({ checks: 4 });
  });
});

describe('SettlementService and the ledger', () => {
  let testApp: PaymentsTestApp;

  // No code path posts a top-up like this; the reconciliation detects it.
  usePaymentsTestApp((opened) => (testApp = opened), { except: 'one-credit-per-topup' });

  it('should not settle a payment whose ledger transaction exists', async () => {
    const topup = await testApp.startTopup();
    const { reference, paymentId } = topup;
    await testApp.setChargeOutcome(reference);
    await testApp.sandbox.uow.run(async () => {
      const wallet = testApp.sandbox.module.get(WalletService, { strict: false });
      const line = await wallet.findByReference(reference);
      await wallet.complete(line!.id, {
        idempotencyKey: `topup:${reference}`,
        kind: 'topup',
        against: 'korapay_clearing',
      });
    });
    await expect(testApp.sandbox.module.get(SettlementService).settle(reference)).rejects.toThrow(
      `Payment ${paymentId} was booked without being settled`,
    );
    expect(await testApp.getState(topup)).toMatchObject({
      status: 'pending',
      booked: 1,
      naira: 5000,
    });
  });
});
