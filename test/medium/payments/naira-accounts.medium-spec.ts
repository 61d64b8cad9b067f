import { createHmac } from 'node:crypto';
import { HOUR, MINUTE, SECOND } from '../../../src/common/time/clock';
import { NairaAccountsService } from '../../../src/payments/naira-accounts/naira-accounts.service';
import { TransfersService } from '../../../src/payments/naira-accounts/transfers.service';
import { ReconciliationService } from '../../../src/payments/reconciliation/reconciliation.service';
import { PaymentSweeperService } from '../../../src/payments/settlement/payment-sweeper.service';
import { eventually } from '../../support/sandbox-app';
import { insertUser } from '../../support/testing-module';
import { PaymentsTestApp, SANDBOX_SECRET } from './payments-test-app';

const ROUTE = '/api/v1/user/naira-account';
const API = '/sandbox/korapay/merchant/api/v1/virtual-bank-account';
const BVN = '22222222222';

interface Details {
  status: string;
  number: string | null;
  account_name: string | null;
  bank_name: string | null;
  reason: string | null;
}

describe('Naira accounts', () => {
  let app: PaymentsTestApp;

  beforeAll(async () => {
    app = await PaymentsTestApp.open();
  });
  afterAll(() => app.close());
  afterEach(async () => {
    expect(await app.resetAndCheckInvariants()).toEqual([]);
  });

  const sandbox = () => app.sandbox;
  interface Answer {
    data?: unknown;
    code?: string;
    errors?: Record<string, string[]>;
  }
  const call = async (method: 'GET' | 'POST', path: string, options: object) => {
    const { status, body } = await sandbox().call(method, path, options);
    return { status, body: body as Answer };
  };
  const get = async (user: number) => {
    const { body } = await call('GET', ROUTE, { user });
    return body.data as { offered: boolean; account: Details | null };
  };
  const open = (user: number, body: object = { bvn: BVN }) => call('POST', ROUTE, { user, body });
  const openAccount = async () => {
    const user = await insertUser(sandbox());
    const { status, body } = await open(user);
    expect(status).toBe(201);
    const { account } = body.data as { account: Details };
    return { user, number: account.number! };
  };
  /** As the customer's bank does. @returns the provider's reference. */
  const transfer = async (number: string, naira: number | string, silent = true) => {
    if (silent) await app.injectFault({ route: 'webhook', times: 1, copies: 0 });
    const response = await fetch(`${sandbox().url}${API}/sandbox/credit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SANDBOX_SECRET}` },
      body: JSON.stringify({ account_number: number, amount: naira, currency: 'NGN' }),
    });
    const { data } = (await response.json()) as { data: { reference: string } };
    return data.reference;
  };
  const accountReference = async (user: number) => {
    const [row] = await sandbox().sql<{ reference: string }>(
      'SELECT reference FROM naira_account WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
      [user],
    );
    return row!.reference;
  };
  const dataOf = (reference: string, account: string, over: object = {}) => ({
    ...{ fee: 30, amount: 2000, status: 'success', currency: 'NGN', reference },
    virtual_bank_account_details: { virtual_bank_account: { account_reference: account } },
    ...over,
  });
  const balance = async (user: number) => {
    const [row] = await sandbox().sql<{ naira: number }>(
      `SELECT coalesce(sum(balance_kobo), 0)::int / 100.0 AS naira FROM ledger_account
       WHERE user_id = $1 AND kind = 'wallet'`,
      [user],
    );
    return Number(row!.naira);
  };
  const countPayments = async (reference: string) => {
    const [row] = await sandbox().sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM payment WHERE reference = $1',
      [reference],
    );
    return row!.count;
  };
  /** The provider's list is asked for by whole seconds. */
  const reconcile = async () => {
    sandbox().clock.advance(2_000);
    return (await sandbox().module.get(ReconciliationService).run())!;
  };
  const check = (user: number) => call('POST', `${ROUTE}/check`, { user });

  describe('opening', () => {
    it('should give a number in the name of the customer, and store no identity', async () => {
      const user = await insertUser(sandbox());
      expect(await get(user)).toEqual({ offered: true, account: null });
      expect((await open(user)).status).toBe(201);
      const { account } = await get(user);
      expect(account).toMatchObject({
        ...{ status: 'active', account_name: expect.any(String) as string, bank_name: 'Test Bank' },
        number: expect.stringMatching(/^\d{10}$/) as string,
      });
      const [found] = await sandbox().sql<{ rows: number }>(
        `SELECT count(*)::int AS rows FROM naira_account a, audit_log l
         WHERE a.user_id = $1 AND (a::text LIKE '%' || $2 || '%' OR l::text LIKE '%' || $2 || '%')`,
        [user, BVN],
      );
      expect(found!.rows).toBe(0);
    });

    // spec: M17.4
    it('should ask the provider once, however often it is asked for', async () => {
      const user = await insertUser(sandbox());
      const results = await Promise.all(Array.from({ length: 5 }, () => open(user)));
      expect(results.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
      const [made] = await sandbox().sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM sandbox.virtual_account WHERE reference LIKE $1`,
        [`NGA-${user}-%`],
      );
      expect(made!.count).toBe(1);
    });

    it('should say what the bank refused, without the identity, and allow another try', async () => {
      const user = await insertUser(sandbox());
      const refused = await open(user, { bvn: '00000000000' });
      expect([refused.status, refused.body.code]).toEqual([502, 'NAIRA_ACCOUNT_REFUSED']);
      expect(JSON.stringify(refused.body)).not.toContain('00000000000');
      expect((await get(user)).account).toMatchObject({ status: 'refused', number: null });
      expect((await open(user, { nin: BVN })).status).toBe(201);
    });

    it.each([
      [{}, 'bvn'],
      [{ bvn: '123' }, 'bvn'],
      [{ nin: 'abcdefghijk' }, 'nin'],
      [{ bvn: 22_222_222_222 }, 'bvn'],
    ])('should refuse %j', async (body, field) => {
      const { status, body: answer } = await open(await insertUser(sandbox()), body);
      expect([status, Object.keys(Object(answer.errors) as object)]).toEqual([422, [field]]);
    });

    // spec: M17.4
    it('should look up an account of which it never heard, and never ask again', async () => {
      const user = await insertUser(sandbox());
      await app.injectFault({ route: 'open-account', times: 1, accept: true, status: 502 });
      const lost = await open(user);
      expect([lost.status, lost.body.code]).toEqual([502, 'NAIRA_ACCOUNT_UNKNOWN']);
      expect((await open(user)).status).toBe(409);
      const accounts = sandbox().module.get(NairaAccountsService);
      await accounts.checkRequested();
      expect((await get(user)).account).toMatchObject({ status: 'requested' });
      sandbox().clock.advance(2 * MINUTE);
      await accounts.checkRequested();
      expect((await get(user)).account).toMatchObject({ status: 'active' });
    });

    // spec: M17.4
    it('should give up a request that never reached the provider', async () => {
      const user = await insertUser(sandbox());
      await app.injectFault({ route: 'open-account', times: 1, status: 504 });
      expect((await open(user)).status).toBe(502);
      sandbox().clock.advance(16 * MINUTE);
      await sandbox().module.get(NairaAccountsService).checkRequested();
      expect((await get(user)).account).toMatchObject({ status: 'refused' });
      expect((await open(user)).status).toBe(201);
    });

    it('should offer none while they are switched off', async () => {
      const user = await insertUser(sandbox());
      const write = (value: boolean) =>
        sandbox().sql(
          `INSERT INTO setting (key, value) VALUES ('nairaAccountsEnabled', $1)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          [JSON.stringify(value)],
        );
      await write(false);
      const { status, body } = await eventually(
        () => open(user),
        (answer) => answer.status === 503,
      );
      expect([status, body.code]).toEqual([503, 'NAIRA_ACCOUNTS_DISABLED']);
      await write(true);
      await eventually(
        () => get(user),
        ({ offered }) => offered,
      );
    });
  });

  describe('transfers', () => {
    // spec: M17.1
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
      const [line] = await sandbox().sql<object>(
        'SELECT status, description, payment_method FROM wallet_transaction WHERE reference = $1',
        [reference],
      );
      expect(line).toEqual({
        ...{ status: 'successful', payment_method: 'bank_transfer' },
        description: 'Bank transfer to your naira account',
      });
    });

    // spec: M17.1
    it('should credit kobo to the kobo, and a small transfer too', async () => {
      const { user, number } = await openAccount();
      await transfer(number, '150.55');
      expect((await check(user)).body.data).toEqual({ credited: 1, amount: 151 });
      expect(await balance(user)).toBe(150.55);
    });

    // spec: M17.1
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
        sandbox().module.get(ReconciliationService).run(),
      ]);
      expect([await balance(user), await countPayments(reference)]).toEqual([2000, 1]);
    });

    // spec: M17.2
    it('should find by itself what no notification told of', async () => {
      const { user, number } = await openAccount();
      await transfer(number, 3000);
      expect(await balance(user)).toBe(0);
      const { settled } = await reconcile();
      expect([settled >= 1, await balance(user)]).toEqual([true, 3000]);
      expect((await check(user)).body).toMatchObject({ data: { credited: 0, amount: 0 } });
    });

    // spec: M17.1
    it('should credit after a crash between the payment and its settlement', async () => {
      const { user, number } = await openAccount();
      const reference = await transfer(number, 4000);
      const transfers = sandbox().module.get(TransfersService);
      expect(await transfers.adopt(reference, await accountReference(user))).toBe('adopted');
      expect(await balance(user)).toBe(0);
      sandbox().clock.advance(MINUTE);
      await sandbox().module.get(PaymentSweeperService).sweep();
      expect(await balance(user)).toBe(4000);
    });

    // spec: M17.3
    it('should believe no forged notification', async () => {
      const { user, number } = await openAccount();
      const account = await accountReference(user);
      const other = await openAccount();
      const reference = await transfer(number, 2000);
      // Signed with another key.
      const data = JSON.stringify(dataOf(reference, account));
      const response = await fetch(`${sandbox().url}/api/v1/payments/webhook/korapay`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-korapay-signature': createHmac('sha256', 'sk_test_other').update(data).digest('hex'),
        },
        body: `{"event":"charge.success","data":${data}}`,
      });
      expect(response.status).toBe(401);
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

    // spec: M17.3
    it('should leave a transfer that is nobody’s to staff', async () => {
      const { user, number } = await openAccount();
      await sandbox().sql(
        `UPDATE naira_account SET reference = reference || '-gone' WHERE user_id = $1`,
        [user],
      );
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
      sandbox().clock.advance(HOUR);
      await app.processWebhooks();
      expect(await balance(user)).toBe(2000);
      await app.injectFault({ route: 'transfers', times: 1, status: 503 });
      expect((await check(user)).body.code).toBe('TRANSFERS_UNKNOWN');
      expect((await check(await insertUser(sandbox()))).body.code).toBe('NO_NAIRA_ACCOUNT');
    });

    describe('of which the provider does not show the charge yet', () => {
      const hideCharge = (reference: string, times: number) =>
        app.injectFault({
          ...{ route: 'find', reference, times, status: 404 },
          json: { status: false, message: 'Charge not found', data: null },
        });
      /** Seconds until the next try; null once the notification is processed. */
      const findDelay = async (reference: string) => {
        const [row] = await sandbox().sql<{ delay: number | null }>(
          `SELECT CASE WHEN processed_at IS NULL THEN extract(epoch FROM next_attempt_at - $2)::float END AS delay
           FROM payment_webhook WHERE reference = $1`,
          [reference, sandbox().clock.now()],
        );
        return row!.delay;
      };

      // spec: M17.5
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
          sandbox().clock.advance(seconds * SECOND);
        }
        await app.processWebhooks();
        await app.processWebhooks();
        expect([await balance(user), await countPayments(reference)]).toEqual([2000, 1]);
        expect(await findDelay(reference)).toBeNull();
      });

      // spec: M17.5
      it('should be given up a quarter of an hour after the notification', async () => {
        const { user } = await openAccount();
        await app.notify('charge.success', dataOf('KPY-PAY-never', await accountReference(user)));
        sandbox().clock.advance(14 * MINUTE);
        await app.processWebhooks();
        expect(await findDelay('KPY-PAY-never')).not.toBeNull();
        sandbox().clock.advance(MINUTE);
        await app.processWebhooks();
        expect(await findDelay('KPY-PAY-never')).toBeNull();
      });
    });
  });
});
