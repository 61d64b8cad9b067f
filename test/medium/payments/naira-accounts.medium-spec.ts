import { HOUR, MINUTE, SECOND } from '../../../src/common/time/clock';
import { NairaAccountsService } from '../../../src/payments/naira-accounts/naira-accounts.service';
import { eventually } from '../../support/sandbox-app';
import {
  callNairaAccount,
  getAccountReference,
  openNairaAccount,
  TEST_BVN,
  type NairaAccountDetails,
} from './naira-account-helpers';
import { usePaymentsTestApp } from './payments-test-app';

describe('Naira accounts', () => {
  const app = usePaymentsTestApp();

  const get = async (user: number) => {
    const { body } = await callNairaAccount(app, 'GET', user);
    return body.data as { offered: boolean; account: NairaAccountDetails | null };
  };
  const open = (user: number, body?: object) => openNairaAccount(app, user, body);

  it('should give a number in the name of the customer, and store no identity', async () => {
    const user = await app.insertUser();
    expect(await get(user)).toEqual({ offered: true, account: null });
    expect((await open(user)).status).toBe(201);
    const { account } = await get(user);
    expect(account).toMatchObject({
      ...{ status: 'active', account_name: expect.any(String) as string, bank_name: 'Test Bank' },
      number: expect.stringMatching(/^\d{10}$/) as string,
    });
    const [found] = await app.sql<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM naira_account a, audit_log l
       WHERE a.user_id = $1 AND (a::text LIKE '%' || $2 || '%' OR l::text LIKE '%' || $2 || '%')`,
      [user, TEST_BVN],
    );
    expect(found!.rows).toBe(0);
  });

  it('should ask the provider once, however often it is asked for', async () => {
    const user = await app.insertUser();
    const results = await Promise.all(Array.from({ length: 5 }, () => open(user)));
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const [made] = await app.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM sandbox.virtual_account WHERE reference LIKE $1`,
      [`NGA-${user}-%`],
    );
    expect(made!.count).toBe(1);
  });

  it('should say what the bank refused, without the identity, and allow another try', async () => {
    const user = await app.insertUser();
    const refused = await open(user, { bvn: '00000000000' });
    expect([refused.status, refused.body.code]).toEqual([502, 'NAIRA_ACCOUNT_REFUSED']);
    expect(JSON.stringify(refused.body)).not.toContain('00000000000');
    expect((await get(user)).account).toMatchObject({ status: 'refused', number: null });
    expect((await open(user, { nin: TEST_BVN })).status).toBe(201);
  });

  it.each([
    [{}, 'bvn'],
    [{ bvn: '123' }, 'bvn'],
    [{ nin: 'abcdefghijk' }, 'nin'],
    [{ bvn: 22_222_222_222 }, 'bvn'],
  ])('should refuse %j', async (body, field) => {
    const { status, body: answer } = await open(await app.insertUser(), body);
    expect([status, Object.keys(Object(answer.errors) as object)]).toEqual([422, [field]]);
  });

  it('should look up an account of which it never heard, and never ask again', async () => {
    const user = await app.insertUser();
    await app.injectFault({ route: 'open-account', times: 1, accept: true, status: 502 });
    const lost = await open(user);
    expect([lost.status, lost.body.code]).toEqual([502, 'NAIRA_ACCOUNT_UNKNOWN']);
    expect((await open(user)).status).toBe(409);
    const accounts = app.get(NairaAccountsService);
    await accounts.checkRequested();
    expect((await get(user)).account).toMatchObject({ status: 'requested' });
    app.clock.advance(2 * MINUTE);
    await accounts.checkRequested();
    expect((await get(user)).account).toMatchObject({ status: 'active' });
  });

  it('should give up a request that never reached the provider', async () => {
    const user = await app.insertUser();
    await app.injectFault({ route: 'open-account', times: 1, status: 504 });
    expect((await open(user)).status).toBe(502);
    app.clock.advance(16 * MINUTE);
    await app.get(NairaAccountsService).checkRequested();
    expect((await get(user)).account).toMatchObject({ status: 'refused' });
    expect((await open(user)).status).toBe(201);
  });

  it.each([
    ['is inactive', { data: { account_status: 'inactive' } }],
    ['has no number', { data: { account_number: null } }],
    ['is refused', { status: 400, json: { status: false, message: 'Invalid account' } }],
  ])('should end a request after a day when the account %s', async (_what, fault) => {
    const user = await app.insertUser();
    await app.injectFault({ route: 'open-account', times: 1, accept: true, status: 502 });
    expect((await open(user)).status).toBe(502);
    const reference = await getAccountReference(app, user);
    await app.injectFault({ route: 'find-account', reference, ...fault });
    const accounts = app.get(NairaAccountsService);
    app.clock.advance(23 * HOUR);
    await accounts.checkRequested();
    expect((await get(user)).account).toMatchObject({ status: 'requested' });
    app.clock.advance(HOUR + MINUTE);
    await accounts.checkRequested();
    expect((await get(user)).account).toMatchObject({
      ...{ status: 'refused', number: null },
      reason: 'The bank made no account that can be used. Please try again.',
    });
    const audited = await app.sql<{ details: string }>(
      `SELECT l.details FROM audit_log l JOIN naira_account a ON l.target = 'naira_account:' || a.id
       WHERE a.reference = $1 AND l.action = 'payment.naira_account_given_up'`,
      [reference],
    );
    expect(audited).toEqual([{ details: expect.stringContaining(reference) as string }]);
    expect((await open(user)).status).toBe(201);
  });

  it('should look every request up, however many before it have no answer', async () => {
    for (let waiting = 0; waiting < 30; waiting += 1)
      await app.sql(
        `INSERT INTO naira_account (user_id, provider, reference, status, created_at)
         VALUES ($1, 'korapay', 'NGA-waiting-' || $1::int, 'requested', now() - interval '1 hour')`,
        [await app.insertUser()],
      );
    const user = await app.insertUser();
    await app.injectFault({ route: 'open-account', times: 1, accept: true, status: 502 });
    await open(user);
    app.clock.advance(2 * MINUTE);
    await app.injectFault({ route: 'find-account', times: 30, status: 503 });
    await app.get(NairaAccountsService).checkRequested();
    expect((await get(user)).account).toMatchObject({ status: 'active' });
  });

  it('should look a request up once a minute, whatever the number of workers', async () => {
    const user = await app.insertUser();
    await app.injectFault({ route: 'open-account', times: 1, accept: true, status: 502 });
    await open(user);
    const reference = await getAccountReference(app, user);
    const accounts = app.get(NairaAccountsService);
    const check = () => Promise.all([accounts.checkRequested(), accounts.checkRequested()]);
    await app.injectFault({ route: 'find-account', reference, times: 2, status: 503 });
    for (const status of ['requested', 'requested', 'active']) {
      app.clock.advance(MINUTE + SECOND);
      await check();
      expect((await get(user)).account).toMatchObject({ status });
    }
  });

  it('should offer none while they are switched off', async () => {
    const user = await app.insertUser();
    const write = (value: boolean) =>
      app.sql(
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
