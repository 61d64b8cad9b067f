import { useHttpTestApp, poolOrderBody, type Customer } from './http-test-app';
import { ONE_GB_PRICE } from './proxies-test-app';

describe('Proxy lifecycle API', () => {
  const app = useHttpTestApp();
  let admin: Customer;
  let owner: Customer;
  let id: number;
  let password: string;

  const call = (
    user: Customer,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => app.call('POST', path, body, { ...user.headers, ...headers });
  const reason = { reason: 'Abuse reported' };

  beforeAll(async () => {
    admin = await app.signUp('admin');
  });
  beforeEach(async () => {
    owner = await app.signUp();
    await app.fundWallet(owner, 50_000);
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

  const getGatewayStatus = async () => {
    const [row] = await app.sql<{ status: string }>(
      `SELECT status FROM gateway_credential WHERE proxy_id = $1`,
      [id],
    );
    return row!.status;
  };

  it('should let an admin suspend and resume a proxy and return it', async () => {
    const suspended = await call(admin, `/admin/proxies/${id}/suspend`, reason);
    expect(suspended).toMatchObject({ status: 200, body: { data: { id, status: 'suspended' } } });
    expect(await getGatewayStatus()).toBe('suspended');
    const again = await call(admin, `/admin/proxies/${id}/suspend`, reason);
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_SUSPENDED' } });
    const resumed = await call(admin, `/admin/proxies/${id}/resume`, reason);
    expect(resumed).toMatchObject({ status: 200, body: { data: { id, status: 'active' } } });
    expect(await getGatewayStatus()).toBe('active');
  });

  it('should let an admin reissue the credentials of a proxy', async () => {
    const { status, body } = await call(admin, `/admin/proxies/${id}/reissue-credentials`, reason);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, password: expect.any(String) });
    expect((body.data as unknown as { password: string }).password).not.toBe(password);
  });

  it.each([{}, { reason: '  ab ' }, { reason: 7 }, { reason: 'x'.repeat(501) }])(
    'should refuse the reason %j',
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

  it('should answer 404 for an unknown proxy', async () => {
    for (const verb of ['suspend', 'resume', 'reissue-credentials'])
      for (const unknownId of ['999999', '0', 'x', '99999999999'])
        expect((await call(admin, `/admin/proxies/${unknownId}/${verb}`, reason)).status).toBe(404);
  });

  it('should let only the owner reissue credentials, once per Idempotency-Key', async () => {
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
    const otherCustomer = await app.signUp();
    expect((await call(otherCustomer, path)).status).toBe(404);
    await call(admin, `/admin/proxies/${id}/suspend`, reason);
    expect(await call(owner, path)).toMatchObject({
      status: 409,
      body: { code: 'PROXY_SUSPENDED' },
    });
  });

  it('should let only the owner rotate a session, of a proxy that has a choice and is in service', async () => {
    const path = `/user/proxies/${id}/rotate`;
    expect(await call(owner, path, {})).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('Open connections stay') },
    });
    expect((await call(owner, path, { session: 'abc123' })).status).toBe(200);
    expect((await call(owner, path)).status).toBe(200);
    expect((await call(owner, path, { session: 'not_a_name' })).status).toBe(422);
    expect((await call(await app.signUp(), path, {})).status).toBe(404);
    await call(admin, `/admin/proxies/${id}/suspend`, reason);
    expect(await call(owner, path, {})).toMatchObject({ body: { code: 'PROXY_SUSPENDED' } });
    await call(admin, `/admin/proxies/${id}/resume`, reason);
    const sql = (text: string) => app.sql(text);
    await sql(`UPDATE proxy SET type = 'individual_ipv4' WHERE id = ${id}`);
    expect(await call(owner, path, {})).toMatchObject({
      status: 409,
      body: { code: 'ADDRESS_FIXED' },
    });
    await sql(`UPDATE proxy SET expires_at = now() WHERE id = ${id}`);
    expect(await call(owner, path, {})).toMatchObject({ body: { code: 'PROXY_EXPIRED' } });
  });

  it('should list and close connections for the owner and for staff', async () => {
    const paths = [`/user/proxies/${id}/connections`, `/admin/proxies/${id}/connections`];
    const ask = (method: 'GET' | 'PUT' | 'DELETE', path: string, user: Customer, body?: object) =>
      app.call(method, path, body, user.headers);
    for (const [i, path] of paths.entries()) {
      const user = i === 0 ? owner : admin;
      // No gateway runs, so nothing is known to be closed.
      expect(await ask('GET', path, user)).toMatchObject({
        status: 200,
        body: { data: { connections: [], total: 0, complete: false } },
      });
      for (const suffix of ['', '/0123456789ab-1'])
        expect(await ask('DELETE', `${path}${suffix}`, user)).toMatchObject({
          status: 503,
          body: { code: 'CONNECTIONS_UNAVAILABLE' },
        });
    }
    const [path] = paths as [string, string];
    expect((await ask('PUT', `${path}/settings`, owner, { show_targets: 'yes' })).status).toBe(422);
    expect((await ask('PUT', `${path}/settings`, owner, { show_targets: true })).status).toBe(200);
    expect(await ask('GET', path, owner)).toMatchObject({ body: { data: { show_targets: true } } });
    const stranger = await app.signUp();
    expect((await ask('GET', path, stranger)).status).toBe(404);
    expect((await ask('DELETE', path, stranger)).status).toBe(404);
    expect((await ask('PUT', `${path}/settings`, stranger, { show_targets: true })).status).toBe(
      404,
    );
    expect((await ask('GET', '/admin/proxies/999999/connections', admin)).status).toBe(404);
    expect((await ask('GET', '/user/proxies/2147483648/connections', owner)).status).toBe(404);
    expect(await ask('DELETE', `${path}/a%20b`, owner)).toMatchObject({
      status: 404,
      body: { code: 'CONNECTION_NOT_FOUND' },
    });
  });

  describe('account status', () => {
    const update = (status: string) =>
      app.call(
        'PUT',
        `/admin/users/${owner.userId}`,
        { name: 'Ada Obi', email: `moved-${owner.userId}@example.com`, status },
        admin.headers,
      );

    it('should suspend and resume the proxies with the account', async () => {
      for (const status of ['suspended', 'inactive']) {
        expect((await update(status)).status).toBe(200);
        expect(await getGatewayStatus()).toBe('suspended');
        expect((await update('active')).status).toBe(200);
        expect(await getGatewayStatus()).toBe('active');
      }
    });

    it('should not resume proxies when only the name of the account changes', async () => {
      await call(admin, `/admin/proxies/${id}/suspend`, reason);
      await update('active');
      expect(await getGatewayStatus()).toBe('suspended');
    });

    it('should suspend the proxies of a closed account', async () => {
      await app.emptyWallet(owner);
      const answer = await app.nest.inject({
        method: 'DELETE',
        url: `/api/v1/admin/users/${owner.userId}`,
        headers: admin.headers,
      });
      expect(answer.statusCode).toBe(200);
      expect(await getGatewayStatus()).toBe('suspended');
    });
  });

  it('should answer all calls with one key alike when the money suffices for one', async () => {
    const buyer = await app.signUp();
    await app.fundWallet(buyer, ONE_GB_PRICE);
    const headers = { ...buyer.headers, 'idempotency-key': 'twins' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.call('POST', '/proxies/buy', poolOrderBody, headers)),
    );
    expect(answers[0]!.status).toBe(201);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('should answer a key from its order at once when the first call never ended', async () => {
    const headers = { ...owner.headers, 'idempotency-key': 'died' };
    const first = await app.call('POST', '/proxies/buy', poolOrderBody, headers);
    // As after an API that died between its purchase and its answer, with the longest possible lease.
    await app.sql(
      `UPDATE idempotency_record SET status = NULL, body = NULL, locked_until = now() + interval '1 hour'
       WHERE user_id = $1`,
      [owner.userId],
    );
    const from = Date.now();
    expect(await app.call('POST', '/proxies/buy', poolOrderBody, headers)).toEqual(first);
    expect(Date.now() - from).toBeLessThan(4_000);
    const other = { ...poolOrderBody, traffic_limit_mb: 2 };
    expect(await app.call('POST', '/proxies/buy', other, headers)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  it('should answer the key of a renewal from its order at once when the first call never ended', async () => {
    const headers = { 'idempotency-key': 'renewal-died' };
    const renew = () => call(owner, `/user/proxies/${id}/renewal`, { gigabytes: 1 }, headers);
    const first = await renew();
    expect(first.status).toBe(201);
    await app.sql(
      `UPDATE idempotency_record SET status = NULL, body = NULL, locked_until = now() + interval '1 hour'
       WHERE user_id = $1`,
      [owner.userId],
    );
    const from = Date.now();
    expect(await renew()).toEqual(first);
    expect(Date.now() - from).toBeLessThan(4_000);
  });

  it('should refuse the key of a call on another row of the same path', async () => {
    const headers = { 'idempotency-key': 'row' };
    const buy = await call(owner, '/proxies/buy', poolOrderBody);
    const [other] = (buy.body.data as unknown as { proxies: [{ id: number }] }).proxies;
    const reissue = (proxyId: number) =>
      call(owner, `/user/proxies/${proxyId}/reissue-credentials`, undefined, headers);
    expect((await reissue(id)).status).toBe(200);
    expect(await reissue(other.id)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  describe('Blocked targets', () => {
    const path = '/admin/supply/blocks';
    const send = (body: object) => call(admin, path, { reason: 'Complaints', ...body });
    const list = async (user = admin) =>
      (await app.call('GET', path, undefined, user.headers)).body.data as unknown as {
        blocks: { id: number; pattern: string }[];
      };

    it('should be stored in one spelling, once, and audited', async () => {
      const added = await send({ pattern: ' .BÜCHER.example. ', ports: '90, 80-89' });
      expect(added).toMatchObject({
        status: 200,
        body: {
          data: {
            block: {
              pattern: '*.xn--bcher-kva.example',
              ports: '80-90',
              kind: 'all',
              reason: 'Complaints',
              created_by: expect.any(String) as string,
            },
          },
        },
      });
      const [block] = (await list()).blocks;
      expect(added.body.data.block).toEqual(block);
      const again = await send({ pattern: '*.xn--BCHER-kva.example', ports: '80-90' });
      expect(again).toMatchObject({ status: 409, body: { code: 'BLOCK_EXISTS' } });
      const remove = () => app.call('DELETE', `${path}/${block!.id}`, undefined, admin.headers);
      expect((await remove()).status).toBe(200);
      expect(await remove()).toMatchObject({ status: 404, body: { code: 'BLOCK_NOT_FOUND' } });
      expect((await list()).blocks).toEqual([]);
      const rows = await app.sql<{ action: string; details: string }>(
        `SELECT action, details FROM audit_log WHERE target = $1 ORDER BY id`,
        [`target_block:${block!.id}`],
      );
      const what = '*.xn--bcher-kva.example on port 80-90 for all proxies';
      expect(rows).toEqual([
        { action: 'system.target_blocked', details: `Blocked ${what}: Complaints` },
        { action: 'system.target_unblocked', details: `Unblocked ${what}` },
      ]);
    });

    it.each([
      ['pattern', { pattern: 'https://example.com/' }],
      ['pattern', { pattern: '' }],
      ['pattern', { pattern: 5 }],
      ['ports', { pattern: 'example.com', ports: '0' }],
      ['ports', { pattern: '*' }],
      ['kind', { pattern: 'example.com', kind: 'satellite' }],
      ['reason', { pattern: 'example.com', reason: '' }],
    ])('should name the wrong %s of %p', async (field, body) => {
      const answer = await send(body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    });

    it('should be 1,000 at most', async () => {
      await app.sql(
        `INSERT INTO target_block (pattern, ports, kind, reason, created_by)
         SELECT n || '.example', '', 'all', 'Abuse', $1 FROM generate_series(1, 1000) n`,
        [admin.userId],
      );
      const answer = await send({ pattern: 'example.com' });
      expect(answer).toMatchObject({ status: 409, body: { code: 'TOO_MANY_BLOCKS' } });
      await app.sql('DELETE FROM target_block');
    });
  });
});
