import { Client } from 'pg';
import { GoogleAccountsService } from '../../../src/auth/google/google-login.service';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { MailService } from '../../../src/mail/mail.service';
import { WebhookDeliveryRepository } from '../../../src/webhooks/webhook-delivery.service';
import { PASSWORD, type Customer } from '../proxies/http-test-app';
import { createTeamTestApp, type TeamTestApp } from '../team/team-test-app';

interface Review {
  due: boolean;
  items: { id: string; kind: string; title: string; proxy_id: number | null }[];
}

/** What somebody who knew the password may have left in an account. */
describe('Review of who has access', () => {
  let team: TeamTestApp;
  let call: TeamTestApp['api']['call'];
  let owner: Customer;
  let proxyId: number;
  let serial = 0;

  beforeAll(async () => {
    team = await createTeamTestApp();
    call = team.api.call;
  });
  beforeEach(async () => {
    owner = await team.createOwner();
    const bought = await team.buy(owner.headers);
    [{ id: proxyId }] = bought.body.data.proxies as unknown as [{ id: number }];
  });
  afterAll(() => team.api.close());

  /** Resets the password by a mailed code, with the same password again, and signs in. */
  async function reset(customer = owner): Promise<void> {
    const { email } = customer;
    await team.sql(`DELETE FROM rate_limit_counter`);
    expect((await call('POST', '/auth/forgot-password', { email })).status).toBe(200);
    const mails = await team.api.nest.get(MailService, { strict: false }).inbox({ to: email });
    const token = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    const form = { email, token, password: PASSWORD, password_confirmation: PASSWORD };
    const answer = await call('POST', '/auth/reset-password', form);
    expect(answer).toMatchObject({ status: 200 });
    Object.assign(customer, await team.api.signIn(email));
  }
  const review = async ({ headers } = owner) =>
    (await call('GET', '/user/security/review', undefined, headers)).body.data as unknown as Review;
  const decide = (keep: string[], remove: string[], { headers } = owner) =>
    call('POST', '/user/security/review', { keep, remove }, headers);
  const isMarkedDue = async ({ headers } = owner) =>
    (await call('GET', '/user/info', undefined, headers)).body.data.user as unknown as {
      security_review: boolean;
    };

  const findRows = async (text: string, values: unknown[]) =>
    (await team.sql(text, values)).length > 0;

  /** Each makes one item and tells whether it works. */
  const KINDS: Record<string, () => Promise<() => Promise<boolean>>> = {
    async member() {
      const member = await team.addMember(owner);
      return async () => {
        const { status, body } = await call('GET', '/user/proxies', undefined, member.headers);
        const proxies = (body.data as unknown as { proxies?: unknown[] } | undefined)?.proxies;
        return status === 200 && Boolean(proxies?.length);
      };
    },
    async invitation() {
      const email = `review-${(serial += 1)}@example.com`;
      await team.invite(owner, email);
      const token = await team.tokenOf(email);
      return async () => (await call('GET', `/auth/team-invitation?token=${token}`)).status === 200;
    },
    async address() {
      const form = { addresses: [`203.0.113.${(serial += 1)}`] };
      await call('PUT', '/user/allowed-addresses', form, owner.headers);
      await team.sql('SELECT gateway_prove_address($1, $2)', [form.addresses[0], proxyId]);
      return () => findRows('SELECT FROM gateway_allowed_address WHERE proxy_id = $1', [proxyId]);
    },
    async sub_user() {
      const form = { name: 'anna', daily_limit_gb: null, monthly_limit_gb: null };
      const made = await call('POST', `/user/proxies/${proxyId}/sub-users`, form, owner.headers);
      expect(made.status).toBe(201);
      return () =>
        findRows('SELECT FROM gateway_sub_user_state WHERE proxy_id = $1 AND NOT suspended', [
          proxyId,
        ]);
    },
    async webhook() {
      const form = { url: 'https://hooks.example.com/a', events: ['order.placed'] };
      const made = await call('POST', '/user/webhooks', form, owner.headers);
      expect(made.status).toBe(201);
      // Its event waits until the end, and is not lost.
      await team.buy(owner.headers);
      return async () => {
        const due = await new WebhookDeliveryRepository(team.api.nest.get(UnitOfWork)).findDue(100);
        const [webhook] = await team.sql<{ id: number }>(
          `SELECT id FROM webhook WHERE user_id = $1`,
          [owner.userId],
        );
        return webhook !== undefined && due.includes(webhook.id);
      };
    },
    async google() {
      const subject = `google-${(serial += 1)}`;
      await team.sql(`UPDATE users SET google_subject = $2 WHERE id = $1`, [owner.userId, subject]);
      const profile = { subject, email: 'other@example.com', emailVerified: false, name: 'Ada' };
      const client = { ip: '127.0.0.1', userAgent: 'test' };
      return () =>
        team.api.nest
          .get(GoogleAccountsService, { strict: false })
          .resolve(profile, client)
          .then(() => true)
          .catch((error: { code?: string }) => {
            expect(error.code).toBe('GOOGLE_REFUSED');
            return false;
          });
    },
  };

  it('should pause access of every kind with a reset, and let it work again or remove it as its owner decides', async () => {
    const kinds = Object.keys(KINDS);
    const checks: [string, () => Promise<boolean>][] = [];
    for (const kind of kinds) checks.push([kind, await KINDS[kind]!()]);
    const whatWorks = async () => {
      const working: string[] = [];
      for (const [kind, works] of checks) if (await works()) working.push(kind);
      return working;
    };
    expect(await whatWorks()).toEqual(kinds);
    await reset();
    expect(await whatWorks()).toEqual([]);
    expect(await isMarkedDue()).toMatchObject({ security_review: true });
    const { due, items } = await review();
    expect([due, items.map(({ kind }) => kind)]).toEqual([true, kinds]);
    const ids = items.map(({ id }) => id);

    expect(await decide(ids, [])).toMatchObject({ status: 200 });
    expect(await whatWorks()).toEqual(kinds);
    expect(await isMarkedDue()).toMatchObject({ security_review: false });

    await reset();
    expect(await whatWorks()).toEqual([]);
    expect(await decide(ids.slice(0, 3), ids.slice(3))).toMatchObject({ status: 200 });
    expect(await whatWorks()).toEqual(kinds.slice(0, 3));
    await reset();
    expect(await decide([], ids.slice(0, 3))).toMatchObject({ status: 200 });
    expect(await whatWorks()).toEqual([]);
    expect(await review()).toEqual({ due: false, items: [] });
  });

  it('should keep the proxies of the owner working with their own credentials', async () => {
    await KINDS.address!();
    const credential = () =>
      team.sql('SELECT status, password_digest FROM gateway_credential WHERE proxy_id = $1', [
        proxyId,
      ]);
    const before = await credential();
    await reset();
    expect(await credential()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('should tell gateways at once when it pauses and when it ends', async () => {
    await KINDS.sub_user!();
    await KINDS.address!();
    const told: string[] = [];
    const listener = new Client({ connectionString: process.env.DATABASE_URL });
    await listener.connect();
    listener.on('notification', ({ channel, payload }) => told.push(`${channel} ${payload}`));
    await listener.query('LISTEN allowed_address');
    await listener.query('LISTEN gateway_credential');
    const expected = [`allowed_address 203.0.113.${serial}`, `gateway_credential ${proxyId}`];
    await reset();
    await listener.query('SELECT 1');
    expect(told.splice(0)).toEqual(expect.arrayContaining(expected));
    await decide(
      (await review()).items.map(({ id }) => id),
      [],
    );
    await listener.query('SELECT 1');
    expect(told).toEqual(expect.arrayContaining(expected));
    await listener.end();
  });

  it('should mail what is paused, and pause what a request under way still adds', async () => {
    await KINDS.webhook!();
    await reset();
    const [mail] = await team.api.nest.get(MailService, { strict: false }).inbox({
      to: owner.email,
    });
    expect(mail).toMatchObject({ subject: expect.stringContaining('password was changed') });
    expect(mail!.text).toContain('paused until you have said what stays');
    const works = await KINDS.address!();
    expect(await works()).toBe(false);
    expect((await review()).items.map(({ kind }) => kind)).toEqual(['address', 'webhook']);
  });

  it('should need a decision about every item, and take none about those of another customer', async () => {
    await KINDS.webhook!();
    await KINDS.address!();
    const other = await team.createOwner();
    const form = { url: 'https://hooks.example.com/b', events: ['order.placed'] };
    await call('POST', '/user/webhooks', form, other.headers);
    const [foreign] = (await review(other)).items;
    await reset();
    const [address, webhook] = (await review()).items.map(({ id }) => id) as [string, string];
    const unchanged = async () => expect(await review()).toMatchObject({ due: true });
    for (const [keep, remove, status, code] of [
      [[address], [], 409, 'REVIEW_CHANGED'],
      [[address, webhook], [webhook], 409, 'REVIEW_CHANGED'],
      [[address, webhook], [foreign!.id], 404, 'REVIEW_ITEM_NOT_FOUND'],
      [[address, webhook, 'member:1'], [], 404, 'REVIEW_ITEM_NOT_FOUND'],
    ] as const) {
      expect(await decide([...keep], [...remove])).toMatchObject({ status, body: { code } });
      await unchanged();
    }
    expect((await review(other)).items).toHaveLength(1);
    const answers = await Promise.all([decide([address], [webhook]), decide([address], [webhook])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('should take the decisions about more items than fit one call in portions', async () => {
    await KINDS.webhook!();
    await team.sql(
      `INSERT INTO allowed_address (user_id, address)
       SELECT $1, '10.0.' || n / 256 || '.' || n % 256 FROM generate_series(1, 10001) n`,
      [owner.userId],
    );
    await reset();
    const ids = (await review()).items.map(({ id }) => id);
    const keepRest = (keep: string[], remove: string[], keep_rest: number) =>
      call('POST', '/user/security/review', { keep, remove, keep_rest }, owner.headers);
    expect(await decide(ids, [])).toMatchObject({ status: 422 });
    expect(await decide([], ids.slice(0, 2))).toMatchObject({
      status: 200,
      body: { message: 'Removed. Decide about the other 10000, too: they are paused until then.' },
    });
    const rest = await review();
    expect([rest.due, rest.items.map(({ id }) => id)]).toEqual([true, ids.slice(2)]);
    const changed = { status: 409, body: { code: 'REVIEW_CHANGED' } };
    expect(await decide([], [])).toMatchObject(changed);
    expect(await keepRest([], [], 10_001)).toMatchObject(changed);
    expect(await keepRest([ids[3]!], [ids[2]!], 9999)).toMatchObject(changed);
    expect(await keepRest([ids[3]!], [ids[2]!], 9998)).toMatchObject({ status: 200 });
    const after = await review();
    expect([after.due, after.items.length]).toEqual([false, 9999]);
  });

  it('should pause nothing that is made after the reset, and not begin without anything to review', async () => {
    await reset();
    expect(await isMarkedDue()).toMatchObject({ security_review: false });
    await KINDS.webhook!();
    await reset();
    await team.sql(`UPDATE users SET review_since = now() WHERE id = $1`, [owner.userId]);
    const isWorking = await KINDS.address!();
    expect(await isWorking()).toBe(true);
    expect((await review()).items.map(({ kind }) => kind)).toEqual(['webhook']);
  });

  it('should pause nothing with a change of the password, and offer what there is to review', async () => {
    const works = await KINDS.address!();
    const key = { name: 'Script', scopes: ['read'] };
    expect((await call('POST', '/user/api-keys', key, owner.headers)).status).toBe(201);
    const changed = await call(
      'PUT',
      '/profile/change-password',
      {
        old_password: PASSWORD,
        new_password: 'amber-kite-over-lagos',
        new_password_confirmation: 'amber-kite-over-lagos',
      },
      owner.headers,
    );
    expect(changed.status).toBe(200);
    expect(await works()).toBe(true);
    const { due, items } = await review();
    expect([due, items.map(({ kind }) => kind)]).toEqual([false, ['address', 'api_key']]);
    expect((await decide([], [items[1]!.id])).status).toBe(200);
    expect((await review()).items.map(({ kind }) => kind)).toEqual(['address']);
  });

  it('should tell with which API key an address and a sub-user were made', async () => {
    const form = { name: 'Script', scopes: ['proxies'] };
    const made = await call('POST', '/user/api-keys', form, owner.headers);
    const { id, key } = made.body.data as unknown as { id: number; key: string };
    const withKey = { authorization: `Bearer ${key}` };
    const addresses = { addresses: ['203.0.113.9'] };
    expect((await call('PUT', '/user/allowed-addresses', addresses, withKey)).status).toBe(200);
    const path = `/user/proxies/${proxyId}/sub-users`;
    expect((await call('POST', path, { name: 'bola' }, withKey)).status).toBe(201);
    await KINDS.webhook!();
    expect((await review()).items).toEqual([
      expect.objectContaining({ kind: 'address', made_with: `api_key:${id}` }),
      expect.objectContaining({
        ...{ kind: 'sub_user', made_with: `api_key:${id}`, detail: 'made with API key Script' },
      }),
      expect.objectContaining({ kind: 'webhook', made_with: null }),
      expect.objectContaining({ kind: 'api_key', id: `api_key:${id}`, made_with: null }),
    ]);
  });
});
