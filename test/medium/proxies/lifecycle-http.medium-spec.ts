import { DataSource } from 'typeorm';
import { createHttpTestApp, type Customer, type HttpTestApp } from './http-test-app';

describe('Custody over HTTP', () => {
  let shop: HttpTestApp;
  let admin: Customer;
  let owner: Customer;
  let id: number;
  let password: string;

  const call = (who: Customer, path: string, body?: object, headers: Record<string, string> = {}) =>
    shop.call('POST', path, body, { ...who.headers, ...headers });
  const reason = { reason: 'Abuse reported' };

  beforeAll(async () => {
    shop = await createHttpTestApp();
    admin = await shop.signUp('admin');
  });
  beforeEach(async () => {
    owner = await shop.signUp();
    await shop.fundWallet(owner, 50_000);
    const { body } = await call(owner, '/proxies/buy', {
      proxy_type: 'residential_ipv4',
      country: 'ng',
      protocol: 'http',
      traffic_limit_mb: 1,
      ttl_minutes: 0,
    });
    const { proxies } = body.data as unknown as { proxies: { id: number; password: string }[] };
    ({ id, password } = proxies[0]!);
  });
  afterAll(() => shop.close());

  const served = async () => {
    const [row] = await shop.app
      .get(DataSource)
      .query<{ status: string }[]>(
        `SELECT a.status FROM gateway_account a JOIN proxy p ON p.proxy_api_id = a.api_id WHERE p.id = $1`,
        [id],
      );
    return row!.status;
  };

  it('lets an admin suspend and resume a proxy, and answers with it', async () => {
    const stopped = await call(admin, `/admin/proxies/${id}/suspend`, reason);
    expect(stopped).toMatchObject({ status: 200, body: { data: { id, status: 'suspended' } } });
    expect(await served()).toBe('suspended');
    const again = await call(admin, `/admin/proxies/${id}/suspend`, reason);
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_SUSPENDED' } });
    const back = await call(admin, `/admin/proxies/${id}/resume`, reason);
    expect(back).toMatchObject({ status: 200, body: { data: { id, status: 'active' } } });
    expect(await served()).toBe('active');
  });

  it('lets an admin change the credentials of a proxy', async () => {
    const { status, body } = await call(admin, `/admin/proxies/${id}/reissue-credentials`, reason);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, password: expect.any(String) });
    expect((body.data as unknown as { password: string }).password).not.toBe(password);
  });

  it.each([{}, { reason: '  ab ' }, { reason: 7 }, { reason: 'x'.repeat(501) }])(
    'wants a reason: %j',
    async (body) => {
      for (const verb of ['suspend', 'resume', 'reissue-credentials']) {
        const answer = await call(admin, `/admin/proxies/${id}/${verb}`, body);
        expect(answer).toMatchObject({
          status: 422,
          body: { errors: { reason: expect.any(Array) } },
        });
      }
    },
  );

  it('answers 404 for a proxy that is not there', async () => {
    for (const verb of ['suspend', 'resume', 'reissue-credentials'])
      for (const nobody of ['999999', '0', 'x', '99999999999'])
        expect((await call(admin, `/admin/proxies/${nobody}/${verb}`, reason)).status).toBe(404);
  });

  it('lets owners change their own leaked password once per key, and nobody else', async () => {
    const path = `/user/proxies/${id}/reissue-credentials`;
    const key = { 'idempotency-key': `leak-${id}` };
    const first = await call(owner, path, undefined, key);
    const second = await call(owner, path, undefined, key);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(
      await call(owner, '/user/proxies/999999/reissue-credentials', undefined, key),
    ).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    const { proxy } = first.body.data as unknown as { proxy: { password: string } };
    expect(proxy.password).not.toBe(password);
    const stranger = await shop.signUp();
    expect((await call(stranger, path)).status).toBe(404);
    await call(admin, `/admin/proxies/${id}/suspend`, reason);
    expect(await call(owner, path)).toMatchObject({
      status: 409,
      body: { code: 'PROXY_SUSPENDED' },
    });
  });

  describe('when staff change an account', () => {
    const update = (status: string) =>
      shop.call(
        'PUT',
        `/admin/users/${owner.userId}`,
        { name: 'Ada Obi', email: `moved-${owner.userId}@example.com`, status },
        admin.headers,
      );

    // spec: A4.5
    it('stops its proxies with it, and starts them again with it', async () => {
      for (const status of ['suspended', 'inactive']) {
        expect((await update(status)).status).toBe(200);
        expect(await served()).toBe('suspended');
        expect((await update('active')).status).toBe(200);
        expect(await served()).toBe('active');
      }
    });

    it('leaves them alone while only the name changes', async () => {
      await call(admin, `/admin/proxies/${id}/suspend`, reason);
      await update('active');
      expect(await served()).toBe('suspended');
    });

    it('stops them for good when it is closed', async () => {
      const source = shop.app.get(DataSource);
      await shop.emptyWallet(owner);
      const answer = await shop.app.inject({
        method: 'DELETE',
        url: `/api/v1/admin/users/${owner.userId}`,
        headers: admin.headers,
      });
      expect(answer.statusCode).toBe(200);
      expect(await served()).toBe('suspended');
      const [row] = await source.query(
        `SELECT count(*)::int AS due FROM proxy WHERE provider_due_at IS NOT NULL`,
      );
      expect(row).toEqual({ due: 0 });
    });
  });
});
