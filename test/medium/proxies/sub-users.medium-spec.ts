import { createHmac } from 'node:crypto';
import { encrypt } from '../../../src/common/crypto/secrets';
import { DAY } from '../../../src/common/time/clock';
import { AppConfig } from '../../../src/config/app-config';
import { subUserContext } from '../../../src/proxies/proxies.encrypted-columns';
import { SubUsersService } from '../../../src/proxies/sub-users/sub-users.service';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { useCustomerApi, type Customer } from '../../support/customer-api';
import { addProxy } from './bought-proxy';

const GB = 2 ** 30;

interface SubUser {
  id: number;
  name: string;
  username: string;
  password: string;
  daily_limit_gb: number | null;
  monthly_limit_gb: number | null;
  suspended: boolean;
  used_today: number;
  used_this_month: number;
  created_at: string;
}

describe('Sub-users over HTTP', () => {
  const api = useCustomerApi();
  let ada: Customer;
  let proxy: { proxyId: number };
  let serial = 0;

  beforeEach(async () => {
    ada = await api.customer();
    proxy = await bought(ada);
  });

  const bought = (who: Customer) =>
    addProxy(api, who, {
      username: `npsub${(serial += 1)}`,
      expiresAt: new Date(Date.now() + DAY).toISOString(),
    });
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path = '',
    { who = ada, body = undefined as object | undefined, id = proxy.proxyId } = {},
  ) =>
    api.call(method, `/user/proxies/${id}/sub-users${path}`, {
      token: who.token,
      ...(body && { body }),
    });
  const add = async (body: object) => {
    const { status, body: answer } = await call('POST', '', { body });
    expect(status).toBe(201);
    return answer.data as unknown as SubUser;
  };
  const list = async () => {
    const { status, body } = await call('GET');
    expect(status).toBe(200);
    return body.data as unknown as { sub_users: SubUser[]; limit: number };
  };
  const digestOf = async (id: number) => {
    const [row] = await api.sql<{ password_digest: Buffer }>(
      'SELECT password_digest FROM gateway_sub_user WHERE id = $1',
      [id],
    );
    return row?.password_digest;
  };
  const toDigest = (password: string) =>
    createHmac('sha256', api.app.get(AppConfig).key('proxy-credential')).update(password).digest();

  it('should add somebody with limits, whose password the gateway knows', async () => {
    const tunde = await add({ name: ' Tunde ', daily_limit_gb: 0.01, monthly_limit_gb: 20 });
    expect(tunde).toEqual({
      id: expect.any(Number),
      name: 'tunde',
      username: `npsub${serial}.tunde`,
      password: expect.stringMatching(/^\w{20}$/),
      ...{ daily_limit_gb: 0.01, monthly_limit_gb: 20, suspended: false },
      ...{ used_today: 0, used_this_month: 0, created_at: expect.any(String) },
    });
    expect(await digestOf(tunde.id)).toEqual(toDigest(tunde.password));
    await add({ name: 'ada' });
    const { sub_users: listed, limit } = await list();
    expect(limit).toBe(50);
    expect(listed.map(({ name }) => name)).toEqual(['ada', 'tunde']);
    expect(listed[1]).toEqual(tunde);
    expect(listed[0]).toMatchObject({ daily_limit_gb: null, monthly_limit_gb: null });
    const lines = await api.sql(
      `SELECT action, details FROM audit_log WHERE actor_id = $1 AND action LIKE 'proxy.sub_user%' ORDER BY id`,
      [ada.id],
    );
    expect(lines[0]).toEqual({
      action: 'proxy.sub_user_created',
      details: 'Added the sub-user “tunde”',
    });
    expect(JSON.stringify(lines)).not.toContain(tunde.password);
  });

  it('should show what was used today and this month in Lagos', async () => {
    const { id } = await add({ name: 'tunde' });
    await api.sql(
      `INSERT INTO gateway_sub_user_day (sub_user_id, day, bytes_up, bytes_down)
       SELECT $1, d.day, 1, 10 FROM (
         SELECT DISTINCT unnest(ARRAY[today, date_trunc('month', today)::date, date_trunc('month', today)::date - 1]) AS day
         FROM (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) t) d`,
      [id],
    );
    const [{ first }] = (await api.sql<{ first: boolean }>(
      `SELECT extract(day FROM now() AT TIME ZONE 'Africa/Lagos') = 1 AS first`,
    )) as [{ first: boolean }];
    expect((await list()).sub_users[0]).toMatchObject({
      used_today: 11,
      used_this_month: first ? 11 : 22,
    });
  });

  it('should change limits, suspend, give a new password and remove', async () => {
    const tunde = await add({ name: 'tunde', daily_limit_gb: 1 });
    const changed = await call('PUT', `/${tunde.id}`, {
      body: { monthly_limit_gb: 2.5, suspended: true },
    });
    expect(changed.body.data).toEqual({
      ...tunde,
      daily_limit_gb: null,
      monthly_limit_gb: 2.5,
      suspended: true,
    });
    const [row] = await api.sql<{ monthly_limit_bytes: string }>(
      'SELECT monthly_limit_bytes FROM gateway_sub_user WHERE id = $1',
      [tunde.id],
    );
    expect(Number(row?.monthly_limit_bytes)).toBe(2.5 * GB);
    const reset = await call('POST', `/${tunde.id}/password`);
    const { password } = reset.body.data as unknown as SubUser;
    expect(reset.status).toBe(200);
    expect(password).not.toBe(tunde.password);
    expect(await digestOf(tunde.id)).toEqual(toDigest(password));
    expect((await list()).sub_users).toEqual([reset.body.data]);
    expect((await call('DELETE', `/${tunde.id}`)).status).toBe(200);
    expect((await list()).sub_users).toEqual([]);
    expect((await call('DELETE', `/${tunde.id}`)).body).toMatchObject({
      code: 'SUB_USER_NOT_FOUND',
    });
  });

  it('should show passwords that were encrypted while the proxy had another id, until it has a new one', async () => {
    const { id } = await add({ name: 'tunde' });
    const former = proxy.proxyId + 1_000;
    const key = api.app.get(AppConfig).key('secrets');
    await api.sql(
      `UPDATE gateway_sub_user SET context_id = $2, password_encrypted = $3 WHERE id = $1`,
      [id, former, encrypt(key, subUserContext(former, 'tunde'), 'as-before')],
    );
    expect((await list()).sub_users).toMatchObject([{ id, password: 'as-before' }]);
    const reset = await call('POST', `/${id}/password`);
    expect((await list()).sub_users).toEqual([reset.body.data]);
    expect(await digestOf(id)).toEqual(toDigest((reset.body.data as unknown as SubUser).password));
  });

  it('should hide the sub-users of a proxy from all but its owner', async () => {
    const { id } = await add({ name: 'tunde' });
    const other = await api.customer();
    const own = await bought(other);
    const calls: [Parameters<typeof call>[0], string, object?][] = [
      ['GET', ''],
      ['POST', '', { name: 'x' }],
      ['PUT', `/${id}`, { suspended: true }],
      ['POST', `/${id}/password`],
      ['DELETE', `/${id}`],
    ];
    for (const [method, path, body] of calls) {
      const strange = await call(method, path, { who: other, body });
      expect([method, strange.status, strange.body.code]).toEqual([method, 404, 'PROXY_NOT_FOUND']);
      if (path === '') continue;
      // By way of a proxy of the stranger's own.
      const aside = await call(method, path, { who: other, body, id: own.proxyId });
      expect([method, aside.status, aside.body.code]).toEqual([method, 404, 'SUB_USER_NOT_FOUND']);
    }
    expect((await list()).sub_users).toMatchObject([{ id, suspended: false }]);
  });

  it.each([
    [{ name: '' }],
    [{ name: 'a.b' }],
    [{ name: 'a-b' }],
    [{ name: 'Ọlá' }],
    [{ name: 'x'.repeat(21) }],
    [{ name: 7 }],
    [{ name: 'x', daily_limit_gb: 0 }],
    [{ name: 'x', daily_limit_gb: -1 }],
    [{ name: 'x', daily_limit_gb: 0.001 }],
    [{ name: 'x', monthly_limit_gb: 100_001 }],
    [{ name: 'x', monthly_limit_gb: '5' }],
  ])('should refuse %j', async (body) => {
    expect((await call('POST', '', { body })).status).toBe(422);
    expect((await list()).sub_users).toEqual([]);
  });

  it('should take a name once, and never more than fifty of a proxy, whoever asks at once', async () => {
    const once = await Promise.all(
      [1, 2, 3, 4].map(() => call('POST', '', { body: { name: 'tunde' } })),
    );
    expect(once.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(once.find(({ status }) => status === 409)?.body.code).toBe('SUB_USER_EXISTS');
    await api.sql(
      `INSERT INTO gateway_sub_user (proxy_id, context_id, name, password_digest, password_encrypted)
       SELECT $1, $1, 'n' || n, password_digest, password_encrypted FROM gateway_sub_user, generate_series(1, 47) n
       WHERE proxy_id = $1 AND name = 'tunde'`,
      [proxy.proxyId],
    );
    const last = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => call('POST', '', { body: { name: `last${n}` } })),
    );
    expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_SUB_USERS');
  });

  it('should be gone with the account of the customer', async () => {
    const { id } = await add({ name: 'tunde' });
    await api.app
      .get(UnitOfWork)
      .run(() => api.app.get(SubUsersService, { strict: false }).removeAll(ada.id));
    expect(await digestOf(id)).toBeUndefined();
  });
});
