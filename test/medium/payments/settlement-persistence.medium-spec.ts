import { MINUTE } from '../../../src/common/time/clock';
import { KorapayService } from '../../../src/payments/korapay/korapay.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { type Topup, usePaymentsTestApp } from './payments-test-app';

describe('SettlementService persistence', () => {
  const app = usePaymentsTestApp();

  const rowOf = ({ reference }: Topup) =>
    app.row<{
      next_check_at: Date;
      checks: number;
      method: string;
    }>(
      `SELECT p.next_check_at, p.checks, t.payment_method AS method
       FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
      [reference],
    );

  it.each([
    [{ payment_method: 'bank_transfer' }, 'bank_transfer'],
    [{ card: null, fee: null }, 'card'],
  ])('should store for a charge with %j the payment method %s', async (data, method) => {
    const topup = await app.startTopup();
    const { reference } = topup;
    await app.setChargeOutcome(reference);
    await app.injectFault({ route: 'find', reference, times: 1, data });
    await app.settle(reference);
    expect(await rowOf(topup)).toMatchObject({ method });
    const booked = await app.sql(
      `SELECT t.kind, t.idempotency_key AS key FROM ledger_transaction t
       JOIN wallet_transaction w ON w.ledger_transaction_id = t.id WHERE w.reference = $1`,
      [reference],
    );
    expect(booked).toEqual([{ kind: 'topup', key: `topup:${reference}` }]);
  });

  it('should settle in a worker', async () => {
    const topup = await app.startTopup();
    await app.setChargeOutcome(topup.reference);
    await app.runJob('payments.verify-payment', { paymentId: topup.paymentId });
    expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 5000 });
  });

  it('should not look up the charge of a decided payment', async () => {
    const topup = await app.createCredited();
    const findCharge = jest.spyOn(app.get(KorapayService), 'findCharge');
    expect(await app.settle(topup.reference)).toMatchObject({ status: 'successful' });
    expect(findCharge).not.toHaveBeenCalled();
    findCharge.mockRestore();
  });

  it('should look up the charge outside any transaction', async () => {
    const topup = await app.startTopup();
    await expect(app.uow.run(() => app.settle(topup.reference))).rejects.toThrow('unit of work');
    expect(await rowOf(topup)).toMatchObject({ checks: 0 });
  });

  it('should look up closed payments again at longer intervals', async () => {
    const topup = await app.startTopup();
    const { reference } = topup;
    const wait = async () =>
      (await rowOf(topup)).next_check_at.getTime() - app.clock.now().getTime();
    for (const status of ['pending', 'created']) {
      await app.sql('UPDATE payment SET status = $1, next_check_at = NULL WHERE reference = $2', [
        status,
        reference,
      ]);
      await app.settle(reference);
      expect(await wait()).toBeLessThan(MINUTE);
    }
    await app.setChargeOutcome(reference, 'failed');
    for (let check = 0; check < 2; check += 1) {
      await app.settle(reference);
      expect(await wait()).toBeGreaterThan(9 * MINUTE);
    }
    expect(await app.getPayment(topup)).toMatchObject({ status: 'failed', line: 'failed' });
    expect(await rowOf(topup)).toMatchObject({ checks: 4 });
  });
});

describe('SettlementService and the ledger', () => {
  // No code path posts a top-up like this; the reconciliation detects it.
  const app = usePaymentsTestApp({ except: 'one-credit-per-topup' });

  it('should not settle a payment whose ledger transaction exists', async () => {
    const topup = await app.startTopup();
    const { reference, paymentId } = topup;
    await app.setChargeOutcome(reference);
    await app.uow.run(async () => {
      const wallet = app.get(WalletService);
      const line = await wallet.findByReference(reference);
      await wallet.complete(line!.id, {
        idempotencyKey: `topup:${reference}`,
        kind: 'topup',
        against: 'korapay_clearing',
      });
    });
    await expect(app.settle(reference)).rejects.toThrow(
      `Payment ${paymentId} was booked without being settled`,
    );
    expect(await app.getPayment(topup)).toMatchObject({
      status: 'pending',
      booked: 1,
      naira: 5000,
    });
  });
});
