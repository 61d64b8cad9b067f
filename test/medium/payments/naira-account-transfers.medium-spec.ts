import { HOUR, MINUTE, SECOND } from '../../../src/common/time/clock';
import { TransfersService } from '../../../src/payments/naira-accounts/transfers.service';
import { ReconciliationService } from '../../../src/payments/reconciliation/reconciliation.service';
import { PaymentSweeperService } from '../../../src/payments/settlement/payment-sweeper.service';
import { eventually } from '../../support/sandbox-app';
import { callNairaAccount, createNairaAccount, getAccountReference } from './naira-account-helpers';
import { SANDBOX_SECRET, usePaymentsTestApp } from './payments-test-app';

const API = '/sandbox/korapay/merchant/api/v1/virtual-bank-account';

describe('Transfers to naira accounts', () => {
  const app = usePaymentsTestApp();

  const openAccount = () => createNairaAccount(app);
  const accountReference = (user: number) => getAccountReference(app, user);
  /** As the customer's bank does. @returns the provider's reference. */
  const transfer = async (number: string, naira: number | string, silent = true) => {
    if (silent) await app.injectFault({ route: 'webhook', times: 1, copies: 0 });
    const response = await fetch(`${app.url}${API}/sandbox/credit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SANDBOX_SECRET}` },
      body: JSON.stringify({ account_number: number, amount: naira, currency: 'NGN' }),
    });
    const { data } = (await response.json()) as { data: { reference: string } };
    return data.reference;
  };
  const dataOf = (reference: string, account: string, over: object = {}) => ({
    ...{ fee: 30, amount: 2000, status: 'success', currency: 'NGN', reference },
    virtual_bank_account_details: { virtual_bank_account: { account_reference: account } },
    ...over,
  });
  const balance = async (user: number) => {
    const [row] = await app.sql<{ naira: number }>(
      `SELECT coalesce(sum(balance_kobo), 0)::int / 100.0 AS naira FROM ledger_account
       WHERE user_id = $1 AND kind = 'wallet'`,
      [user],
    );
    return Number(row!.naira);
  };
  const countPayments = async (reference: string) =>
    (
      await app.row<{ count: number }>(
        'SELECT count(*)::int AS count FROM payment WHERE reference = $1',
        [reference],
      )
    ).count;
  /** The provider's list is asked for by whole seconds. */
  const reconcile = async () => {
    app.clock.advance(2_000);
    return (await app.get(ReconciliationService).run())!;
  };
  const check = (user: number) => callNairaAccount(app, 'POST', user, { path: '/check' });

  it('should credit once what the simulator notifies twice', async () => {
    const { user, number } = await openAccount();
    const reference = await transfer(number, 2500, false);
    await eventually(
      async () => {
        await app.processWebhooks();
        return balance(user);
      },
      (naira) => naira === 2500,
    );
    await app.processWebhooks();
    expect([await balance(user), await countPayments(reference)]).toEqual([2500, 1]);
    const [line] = await app.sql<object>(
      'SELECT status, description, payment_method FROM wallet_transaction WHERE reference = $1',
      [reference],
    );
    expect(line).toEqual({
      ...{ status: 'successful', payment_method: 'bank_transfer' },
      description: 'Bank transfer to your naira account',
    });
  });

  it('should credit kobo to the kobo, and a small transfer too', async () => {
    const { user, number } = await openAccount();
    await transfer(number, '150.55');
    expect((await check(user)).body.data).toEqual({ credited: 1, amount: 151 });
    expect(await balance(user)).toBe(150.55);
  });

  it('should credit once under a hundred notifications, checks and sweeps at once', async () => {
    const { user, number } = await openAccount();
    const reference = await transfer(number, 2000);
    const account = await accountReference(user);
    const notify = (index: number) =>
      app.notify('charge.success', dataOf(reference, account, { nonce: index % 7 }));
    await Promise.all(Array.from({ length: 30 }, (_, index) => notify(index)));
    await Promise.all([
      app.processWebhooks(),
      app.processWebhooks(),
      ...Array.from({ length: 5 }, () => check(user)),
      app.get(ReconciliationService).run(),
    ]);
    expect([await balance(user), await countPayments(reference)]).toEqual([2000, 1]);
  });

  it('should find by itself what no notification told of', async () => {
    const { user, number } = await openAccount();
    await transfer(number, 3000);
    expect(await balance(user)).toBe(0);
    const { settled } = await reconcile();
    expect([settled >= 1, await balance(user)]).toEqual([true, 3000]);
    expect((await check(user)).body).toMatchObject({ data: { credited: 0, amount: 0 } });
  });

  it('should credit after a crash between the payment and its settlement', async () => {
    const { user, number } = await openAccount();
    const reference = await transfer(number, 4000);
    const transfers = app.get(TransfersService);
    expect(await transfers.adopt(reference, await accountReference(user))).toBe('adopted');
    expect(await balance(user)).toBe(0);
    app.clock.advance(MINUTE);
    await app.get(PaymentSweeperService).sweep();
    expect(await balance(user)).toBe(4000);
  });

  it('should believe no forged notification', async () => {
    const { user, number } = await openAccount();
    const account = await accountReference(user);
    const other = await openAccount();
    const reference = await transfer(number, 2000);
    // Signed with another key.
    const forged = await app.sendWebhook(
      'charge.success',
      dataOf(reference, account),
      'sk_test_other',
    );
    expect(forged.status).toBe(401);
    // Well signed, but of another account, of no charge, or of a reference that customers choose.
    await app.notify('charge.success', dataOf(reference, await accountReference(other.user)));
    await app.notify('charge.success', dataOf('KPY-PAY-nothing', account));
    const { reference: checkout } = await app.startTopup(5000);
    await app.notify('charge.success', dataOf(checkout, account));
    await app.processWebhooks();
    expect([await balance(user), await balance(other.user)]).toEqual([0, 0]);
    await app.notify('charge.success', dataOf(reference, account));
    await app.processWebhooks();
    expect([await balance(user), await balance(other.user)]).toEqual([2000, 0]);
  });

  it('should leave a transfer that is nobody’s to staff', async () => {
    const { user, number } = await openAccount();
    await app.sql(`UPDATE naira_account SET reference = reference || '-gone' WHERE user_id = $1`, [
      user,
    ]);
    const reference = await transfer(number, 2000);
    await app.notify('charge.success', dataOf(reference, 'NGA-unknown'));
    await app.processWebhooks();
    const run = await reconcile();
    expect(run.differences).toContainEqual(
      expect.objectContaining({ kind: 'not_ours', reference }) as object,
    );
    expect(await balance(user)).toBe(0);
  });

  it('should try again while the provider does not answer', async () => {
    const { user, number } = await openAccount();
    const reference = await transfer(number, 2000);
    await app.injectFault({ route: 'find', reference, times: 1, status: 503 });
    await app.notify('charge.success', dataOf(reference, await accountReference(user)));
    await app.processWebhooks();
    expect(await balance(user)).toBe(0);
    app.clock.advance(HOUR);
    await app.processWebhooks();
    expect(await balance(user)).toBe(2000);
    await app.injectFault({ route: 'transfers', times: 1, status: 503 });
    expect((await check(user)).body.code).toBe('TRANSFERS_UNKNOWN');
    expect((await check(await app.insertUser())).body.code).toBe('NO_NAIRA_ACCOUNT');
  });

  describe('that a customer asks for', () => {
    it('should be credited when the lookup of another one gets no answer', async () => {
      const { user, number } = await openAccount();
      await transfer(number, 2000);
      // Listed first, since it is the newest.
      const silent = await transfer(number, 3000);
      await app.injectFault({ route: 'find', reference: silent, times: 1, status: 503 });
      const { status, body } = await check(user);
      expect([status, body.data]).toEqual([200, { credited: 1, amount: 2000 }]);
      expect((await check(user)).body.data).toEqual({ credited: 1, amount: 3000 });
      expect([await balance(user), await countPayments(silent)]).toEqual([5000, 1]);
    });

    it.each([
      ['gets no answer', { status: 503 }],
      ['finds nothing yet', { status: 404, json: { status: false, message: 'Not found' } }],
      ['is undecided', { data: { status: 'processing' } }],
    ])('should be unknown when the only lookup %s', async (_what, fault) => {
      const { user, number } = await openAccount();
      const reference = await transfer(number, 2000);
      await app.injectFault({ route: 'find', reference, times: 2, ...fault });
      const { status, body } = await check(user);
      expect([status, body.code]).toEqual([502, 'TRANSFERS_UNKNOWN']);
      await app.clearFaults();
      expect((await check(user)).body.data).toEqual({ credited: 1, amount: 2000 });
    });
  });

  describe('of which the provider does not show the charge yet', () => {
    const hideCharge = (reference: string, times: number) =>
      app.injectFault({
        ...{ route: 'find', reference, times, status: 404 },
        json: { status: false, message: 'Charge not found', data: null },
      });
    /** Seconds until the next try; null once the notification is processed. */
    const findDelay = async (reference: string) =>
      (
        await app.row<{ delay: number | null }>(
          `SELECT CASE WHEN processed_at IS NULL THEN extract(epoch FROM next_attempt_at - $2)::float END AS delay
         FROM payment_webhook WHERE reference = $1`,
          [reference, app.clock.now()],
        )
      ).delay;

    it('should be credited once, by the next tries of the notification', async () => {
      const { user, number } = await openAccount();
      const reference = await transfer(number, 2000);
      await hideCharge(reference, 2);
      await app.notify('charge.success', dataOf(reference, await accountReference(user)));
      for (const seconds of [10, 20]) {
        await app.processWebhooks();
        expect(await balance(user)).toBe(0);
        const delay = await findDelay(reference);
        expect(delay).toBeGreaterThan(0);
        expect(delay).toBeLessThanOrEqual(seconds);
        app.clock.advance(seconds * SECOND);
      }
      await app.processWebhooks();
      await app.processWebhooks();
      expect([await balance(user), await countPayments(reference)]).toEqual([2000, 1]);
      expect(await findDelay(reference)).toBeNull();
    });

    it('should be given up a quarter of an hour after the notification', async () => {
      const { user } = await openAccount();
      await app.notify('charge.success', dataOf('KPY-PAY-never', await accountReference(user)));
      app.clock.advance(14 * MINUTE);
      await app.processWebhooks();
      expect(await findDelay('KPY-PAY-never')).not.toBeNull();
      app.clock.advance(MINUTE);
      await app.processWebhooks();
      expect(await findDelay('KPY-PAY-never')).toBeNull();
    });
  });
});
