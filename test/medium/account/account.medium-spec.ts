import { Money } from '../../../src/common/money/money';
import { AppConfig } from '../../../src/config/app-config';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { ReferralsService } from '../../../src/referrals/referrals.service';
import { UsersService } from '../../../src/users/users.service';
import { openCustomerApi, type Customer, type CustomerApi } from '../../support/customer-api';
import { freePort } from '../../support/ports';
import { waitForLockWaits } from '../../support/lock-waits';
import { addProxy } from '../proxies/bought-proxy';

type Section = Record<string, unknown>[];

describe('Export and deletion of the own account', () => {
  let api: CustomerApi;

  beforeAll(async () => {
    // The simulated Korapay is reached over HTTP.
    const port = await freePort();
    api = await openCustomerApi({ PORT: String(port) });
    await api.app.listen(port, '127.0.0.1');
  });
  afterAll(() => api.close());

  const exportOf = async ({ token }: Customer, query = '') => {
    const answer = await api.call('GET', `/user/export${query}`, { token });
    expect(answer.status).toBe(200);
    return answer;
  };
  const deleteAccount = ({ token }: Customer) => api.call('DELETE', '/user', { token });
  /** A customer whose wallet is empty again after a purchase. */
  const customerWithProxy = async (name?: string) => {
    const customer = await api.customer(name);
    const bought = await addProxy(api, customer, {
      username: `np${customer.id}`,
      expiresAt: 'tomorrow',
    });
    await api.move(customer.id, { type: 'debit', purpose: 'purchase' });
    return { customer, ...bought };
  };

  describe('export', () => {
    it('should hold every section of the own data and nothing of others', async () => {
      const { customer, proxyId } = await customerWithProxy('Ada Export');
      const other = (await customerWithProxy('Eve Other')).customer;
      await api.sql(
        `INSERT INTO usage_hour (proxy_id, hour, bytes_up, bytes_down, requests)
         VALUES ($1, '2026-11-01T23:00Z', 1, 2, 3), ($1, '2026-11-02T05:00Z', 10, 20, 30)`,
        [proxyId],
      );
      for (const { id } of [customer, other])
        await api.sql(
          `INSERT INTO inbox_message (user_id, kind, title, text, link)
           VALUES ($1, 'expiry', 'Your proxy expires', 'Soon', '/proxyhistory')`,
          [id],
        );
      const { headers, body, raw } = await exportOf(customer);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="account-${customer.id}.json"`,
      );
      expect(headers['cache-control']).toBe('no-store');
      const data = body.data as unknown as Record<string, Section>;
      expect(data).toMatchObject({
        profile: [{ id: customer.id, name: 'Ada Export', email: customer.email }],
        inbox: [{ kind: 'expiry', title: 'Your proxy expires', read_at: null }],
        sessions: [{ ip: '127.0.0.1' }],
        transactions: [{ amount: '5000.00', type: 'credit' }, { type: 'debit' }],
        orders: [{ amount: '1.00', status: 'delivered' }],
        proxies: [{ id: proxyId, username: `np${customer.id}` }],
        usage: [
          {
            proxy_id: proxyId,
            day: '2026-11-02',
            bytes_up: '11',
            bytes_down: '22',
            requests: '33',
          },
        ],
        api_keys: [],
        webhooks: [],
        naira_accounts: [],
        referrals: [],
        invoices: [],
        billing_details: [],
        allowed_addresses: [],
      });
      const text = raw.toString();
      expect(text).not.toContain(other.email);
      expect(text).not.toMatch(/password|secret|hash/);
    });

    it('should page through more rows than one query reads', async () => {
      const customer = await api.customer();
      await api.sql(
        `INSERT INTO allowed_address (user_id, address)
         SELECT $1, ('10.0.' || n / 250 || '.' || n % 250)::inet FROM generate_series(1, 1201) n`,
        [customer.id],
      );
      const { raw } = await exportOf(customer, '?format=csv&section=allowed_addresses');
      const lines = raw.toString().split('\r\n');
      expect(lines[0]).toBe('\uFEFFaddress,proxy_id,created_at,last_used_at');
      // With the header and the empty text after the last line.
      expect(new Set(lines).size).toBe(1203);
    });

    it('should name the columns of a section that is empty', async () => {
      const { raw } = await exportOf(await api.customer(), '?format=csv&section=usage');
      expect(raw.toString()).toBe(
        '\uFEFFproxy_id,day,bytes_up,bytes_down,requests,http_bytes,connect_bytes,socks5_bytes,peak_connections\r\n',
      );
    });

    it('should write transactions as CSV where no section is named', async () => {
      const customer = await api.customer();
      await api.move(customer.id, { description: '=1+1' });
      const { headers, raw } = await exportOf(customer, '?format=csv');
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(raw.toString()).toContain("'=1+1");
    });

    it('should audit each export', async () => {
      const customer = await api.customer();
      await exportOf(customer, '?section=profile');
      expect(
        await api.sql(
          `SELECT details FROM audit_log WHERE actor_id = $1 AND action = 'user.data_exported'`,
          [customer.id],
        ),
      ).toEqual([{ details: 'Exported profile data of the account as json' }]);
    });

    it.each(['?format=xml', '?section=passwords'])('should refuse %s', async (query) => {
      const { token } = await api.customer();
      expect((await api.call('GET', `/user/export${query}`, { token })).status).toBe(422);
    });
  });

  describe('deletion', () => {
    it('should erase personal data, end access and proxies, and keep the books', async () => {
      const { customer, proxyId } = await customerWithProxy();
      const { token } = customer;
      const key = await api.call('POST', '/user/api-keys', {
        token,
        body: { name: 'Bot', scopes: ['read'] },
      });
      const { key: secret } = key.body.data as unknown as { key: string };
      expect((await api.call('GET', '/wallet', { token: secret })).status).toBe(200);
      const list = await api.call('POST', `/user/proxies/${proxyId}/list-token`, { token });
      await api.sql(`UPDATE proxy SET note = 'Shop of Ada', tags = '{Lagos}' WHERE id = $1`, [
        proxyId,
      ]);
      expect(list.status).toBe(201);
      await api.sql(
        `INSERT INTO naira_account (user_id, provider, reference, status, number, account_name)
         VALUES ($1, 'korapay', $2, 'active', '9900000001', 'Ada Obi')`,
        [customer.id, `NGA-${customer.id}`],
      );
      // The bank has not answered yet; its answer would bring the name with it.
      const waiting = await api.customer();
      await api.sql(
        `INSERT INTO naira_account (user_id, provider, reference, status)
         VALUES ($1, 'korapay', $2, 'requested')`,
        [waiting.id, `NGA-${waiting.id}`],
      );
      expect((await deleteAccount(waiting)).status).toBe(200);
      expect(
        await api.sql(`SELECT status FROM naira_account WHERE user_id = $1`, [waiting.id]),
      ).toEqual([{ status: 'refused' }]);
      await api.sql(
        `INSERT INTO inbox_message (user_id, kind, title, text, link)
         VALUES ($1, 'sign_in', 'New sign-in', 'From 203.0.113.7', '/profile')`,
        [customer.id],
      );
      const { status, body } = await deleteAccount(customer);
      expect([status, body.message]).toEqual([200, 'Your account was deleted.']);
      const [row] = await api.sql(
        `SELECT name, email, closed_at IS NOT NULL AS closed,
                (SELECT (status, note, tags)::text FROM proxy WHERE id = $2) AS proxy,
                (SELECT count(*)::int FROM wallet_transaction t WHERE t.user_id = u.id) AS lines,
                (SELECT count(*)::int FROM inbox_message m WHERE m.user_id = u.id) AS inbox
         FROM users u WHERE id = $1`,
        [customer.id, proxyId],
      );
      expect(row).toEqual({
        ...{ name: 'Closed account', email: `closed-${customer.id}@closed.invalid` },
        ...{ closed: true, proxy: '(suspended,,{})', lines: 2, inbox: 0 },
      });
      for (const credential of [token, secret])
        expect((await api.call('GET', '/wallet', { token: credential })).status).toBe(401);
      expect((await deleteAccount(customer)).status).toBe(401);
      // Money may still be transferred to the number; the name is not needed for that.
      const [kept] = await api.sql(
        `SELECT number, account_name, (SELECT count(*)::int FROM proxy_list_token WHERE proxy_id = $2) AS lists
         FROM naira_account WHERE user_id = $1`,
        [customer.id, proxyId],
      );
      expect(kept).toEqual({ number: '9900000001', account_name: null, lists: 0 });
      const mails = await api.sql(`SELECT subject FROM mail_message WHERE recipient = $1`, [
        customer.email,
      ]);
      expect(mails).toContainEqual({ subject: expect.stringMatching(/account was deleted$/) });
    });

    it('should keep no more than what tells that the person had a coupon and an invitation', async () => {
      const customer = await api.customer();
      const inviter = await api.customer();
      const { code } = (await api.call('GET', '/user/referrals', { token: inviter.token })).body
        .data as unknown as { code: string };
      const [{ id }] = (await api.sql(
        `INSERT INTO coupon (code, bonus_kobo, starts_at, created_by) VALUES ('ONCE-ONLY', 100, now(), $1) RETURNING id`,
        [inviter.id],
      )) as [{ id: number }];
      const line = await api.move(customer.id);
      await api.move(customer.id, { type: 'debit', purpose: 'purchase' });
      await api.sql(
        `WITH paid AS (
           INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, expires_at)
           VALUES ($1, $2, 'COUPON-OF-CLOSED', 'korapay', 'successful', 500000, now()) RETURNING id)
         INSERT INTO coupon_redemption (coupon_id, user_id, payment_id, bonus_kobo, granted_kobo, granted_at)
         SELECT $3, $1, id, 100, 100, now() FROM paid`,
        [customer.id, line, id],
      );
      expect((await deleteAccount(customer)).status).toBe(200);
      const kept = await api.sql(
        `SELECT scope, customer_hash, uses FROM promotion_use WHERE customer_hash IN
           (SELECT customer_hash FROM promotion_use WHERE scope = $1) ORDER BY scope`,
        [`coupon:${id}`],
      );
      expect(kept).toEqual(
        [`coupon:${id}`, 'referral'].map((scope) => ({
          ...{ scope, uses: 1, customer_hash: expect.stringMatching(/^[\w-]{43}$/) },
        })),
      );

      const [{ id: again }] = (await api.sql(
        `INSERT INTO users (name, email, email_verified_at) VALUES ('Ada', $1, now()) RETURNING id`,
        [customer.email],
      )) as [{ id: number }];
      const body = { coupon: 'once-only', amount: 5000 };
      const quoteAs = async (user: number) =>
        api.call('POST', '/user/coupons/quote', { token: await api.signIn(user), body });
      expect((await quoteAs(again)).body.errors).toEqual({
        coupon: ['You have used this code already.'],
      });
      expect((await quoteAs(inviter.id)).status).toBe(200);
      const referrals = api.app.get(ReferralsService, { strict: false });
      const uow = api.app.get(UnitOfWork);
      await uow.run(() => referrals.accountOpened(again, code));
      await uow.run(async () => referrals.accountOpened((await api.customer()).id, code));
      expect(
        await api.sql('SELECT count(*)::int FROM referral WHERE referrer_id = $1', [inviter.id]),
      ).toEqual([{ count: 1 }]);
    });

    it('should refuse while the wallet holds money, and delete nothing', async () => {
      const customer = await api.customer();
      await api.move(customer.id);
      const { status, body } = await deleteAccount(customer);
      expect([status, body.code]).toEqual([409, 'BALANCE_NOT_ZERO']);
      expect((await api.call('GET', '/wallet', { token: customer.token })).status).toBe(200);
    });

    it('should send to support, and not to a cancellation, while a top-up is under review', async () => {
      const customer = await api.customer();
      const reference = `REVIEW-${customer.id}`;
      await api.sql(
        `WITH line AS (
           INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
           VALUES ($1, $2, 'credit', 'topup', 'pending', 1000000, 'Wallet top-up') RETURNING id)
         INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, received_kobo, expires_at)
         SELECT $1, id, $2, 'korapay', 'review', 1000000, 600000, now() FROM line`,
        [customer.id, reference],
      );
      const { status, body } = await deleteAccount(customer);
      expect([status, body.code]).toEqual([409, 'WORK_IN_PROGRESS']);
      expect(body.message).toContain('under review: we received ₦6,000 of ₦10,000.');
      expect(body.message).not.toContain('Cancel');
      expect(body.errors).toEqual({ review: [{ reference }] });
      const activity = await api.call('GET', '/dashboard/recent-activity', customer);
      expect(activity.body.data).toMatchObject({
        recent_activity: [{ review: { received: 6000 } }],
      });
    });

    it('should never close an account that a payment is being credited to', async () => {
      const customer = await api.customer();
      const { token } = customer;
      for (let round = 0; round < 5; round++) {
        const reference = `RACE-${customer.id}-${round}`;
        const callback_url = `${api.app.get(AppConfig).http.appUrl}/wallet`;
        const started = await api.call('POST', '/payments/initialize-topup', {
          token,
          body: { amount: 1000, reference, callback_url },
        });
        expect(started.status).toBe(200);
        await api.app.inject({
          method: 'POST',
          url: `/sandbox/korapay/control/charges/${reference}`,
          payload: { outcome: 'success' },
        });
        const [verified, ...deleted] = await Promise.all([
          api.call('GET', `/payments/verify?reference=${reference}`, { token }),
          ...Array.from({ length: 4 }, () => deleteAccount(customer)),
        ]);
        expect(verified.status).toBe(200);
        for (const { status, body } of deleted)
          expect([status, ['WORK_IN_PROGRESS', 'BALANCE_NOT_ZERO'].includes(body.code!)]).toEqual([
            409,
            true,
          ]);
        expect((await api.call('GET', '/wallet', { token })).body.data).toMatchObject({
          balance: 1000,
        });
        await api.move(customer.id, {
          type: 'debit',
          purpose: 'purchase',
          amount: Money.naira(1000),
        });
      }
    });

    it('should refuse an old sign-in and a member of staff', async () => {
      const customer = await api.customer();
      await api.sql(
        `UPDATE session SET created_at = now() - interval '1 hour' WHERE user_id = $1`,
        [customer.id],
      );
      expect((await deleteAccount(customer)).body.code).toBe('REAUTHENTICATION_REQUIRED');
      const staff = await api.customer();
      await api.sql(`UPDATE users SET role = 'sub-admin' WHERE id = $1`, [staff.id]);
      const token = await api.signIn(staff.id);
      expect((await deleteAccount({ ...staff, token })).status).toBe(403);
    });

    it('should close once when called concurrently', async () => {
      const customer = await api.customer();
      let release = () => {};
      const barrier = new Promise<void>((resolve) => (release = resolve));
      const held = api.app.get(UnitOfWork).run(async () => {
        await api.app.get(UsersService, { strict: false }).lock(customer.id);
        await barrier;
      });
      const calls = [deleteAccount(customer), deleteAccount(customer), deleteAccount(customer)];
      await waitForLockWaits(api, 3);
      release();
      await held;
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 401, 401]);
      expect(
        await api.sql(`SELECT FROM audit_log WHERE action = 'user.closed' AND target = $1`, [
          `user:${customer.id}`,
        ]),
      ).toHaveLength(1);
    });
  });
});
