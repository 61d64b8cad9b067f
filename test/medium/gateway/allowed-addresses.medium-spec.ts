import { ALLOWED, type Running, STRANGER, useAddressStand } from './address-stand';
import { hasManyLoopbacks } from './fixtures';
import type { GatewayTables } from './gateway-tables';
import { basic, eventually, type RawClient, socksAuth, socksGreeting } from './raw-client';

const BALANCER = '127.0.0.7';
/** Promised from a change to the end of access. */
const WITHIN_MS = 5_000;
const NO_METHOD = [5, 0xff];

// macOS has no 127.0.0.2 of its own.
(hasManyLoopbacks ? describe : describe.skip)('Gateway access by address', () => {
  const stand = useAddressStand();
  const { start, open, request, get, greet, socksTunnel, connectTunnel } = stand;
  let tables: GatewayTables;
  let user: number;
  beforeEach(() => ({ tables, user } = stand));

  it('asks no password of HTTP and SOCKS5 clients at an allowed address, and one of all others', async () => {
    const gateway = await start();
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, ALLOWED);
    expect(await get(gateway, ALLOWED)).toBe('200');
    expect(await get(gateway, STRANGER)).toBe('407 AUTH_REQUIRED');
    const { reply } = await socksTunnel(gateway, ALLOWED);
    expect(reply).toBe(0);
    expect((await greet(gateway, STRANGER)).method).toEqual(NO_METHOD);
    // A client that can send a password is asked for it, and none of another method is chosen.
    expect((await greet(gateway, ALLOWED, [0, 2])).method).toEqual([5, 2]);
    expect((await greet(gateway, ALLOWED, [1])).method).toEqual(NO_METHOD);
    await expect(connectTunnel(gateway, ALLOWED)).resolves.toMatchObject({
      answer: expect.stringMatching(/^HTTP\/1\.1 200 /),
    });
  });

  it('accepts the username alone or with a wrong password, with everything that may follow it', async () => {
    const gateway = await start();
    const proxyId = await tables.addProxy(gateway.config, { user_id: user });
    await tables.addProxy(gateway.config, { user_id: user, username: 'user2' });
    await tables.allow(user, ALLOWED, proxyId);
    for (const credentials of ['user1:', 'user1:wrong', 'user1-session-abc:', 'user1:secret']) {
      const [name = '', password = ''] = credentials.split(':');
      expect([credentials, await get(gateway, ALLOWED, basic(name, password))]).toEqual([
        credentials,
        '200',
      ]);
      const client = await open(gateway, ALLOWED);
      client.write(socksGreeting);
      await client.read(2);
      client.write(socksAuth(name, password));
      expect([credentials, ...(await client.read(2))]).toEqual([credentials, 1, 0]);
    }
    expect(await get(gateway, ALLOWED, basic('user2', ''))).toBe('407 AUTH_FAILED');
    expect(await get(gateway, STRANGER, basic('user1', ''))).toBe('407 AUTH_FAILED');
    expect(await get(gateway, STRANGER, basic('user1', 'secret'))).toBe('200');
    expect(await get(gateway, ALLOWED, basic('user1-cc-x', ''))).toBe('407 AUTH_FAILED');
    // Another scheme is a credential too, which nobody can check.
    expect(await get(gateway, ALLOWED, 'Proxy-Authorization: Bearer x\r\n')).toBe(
      '407 AUTH_REQUIRED',
    );
  });

  it('does not guess between two proxies', async () => {
    const gateway = await start({ addressTtlMs: 0 });
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, ALLOWED);
    expect(await get(gateway, ALLOWED)).toBe('200');
    const second = await tables.addProxy(gateway.config, { user_id: user, username: 'user2' });
    expect(await get(gateway, ALLOWED)).toBe('407 AUTH_REQUIRED');
    expect((await greet(gateway, ALLOWED)).method).toEqual(NO_METHOD);
    expect(await get(gateway, ALLOWED, basic('user2', ''))).toBe('200');
    const suspend = `UPDATE proxy SET status = 'suspended' WHERE id = $1`;
    await tables.admin.query(suspend, [second]);
    expect(await get(gateway, ALLOWED)).toBe('200');
  });

  it('counts a proxy once that its own list and its account allow', async () => {
    const gateway = await start();
    const proxyId = await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, ALLOWED);
    await tables.allow(user, ALLOWED, proxyId);
    expect(await get(gateway, ALLOWED)).toBe('200');
  });

  it('believes no field of a request about the address', async () => {
    const gateway = await start();
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, ALLOWED);
    for (const field of ['X-Forwarded-For', 'X-Real-IP', 'Client-IP', 'True-Client-IP'])
      expect(await get(gateway, STRANGER, `${field}: ${ALLOWED}\r\n`)).toBe('407 AUTH_REQUIRED');
    const forwarded = `Forwarded: for=${ALLOWED}\r\nVia: 1.1 ${ALLOWED}\r\n`;
    expect(await get(gateway, STRANGER, forwarded + basic('user1', ''))).toBe('407 AUTH_FAILED');
  });

  it('takes the address from a trusted balancer, and never that of the balancer', async () => {
    const gateway = await start({}, { GATEWAY_PROXY_PROTOCOL_FROM: BALANCER });
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, '102.89.1.2');
    await tables.allow(user, BALANCER);
    const behind = async (from: string, header: string) => {
      const client = await open(gateway, from);
      client.write(`PROXY ${header}\r\n${request('')}`);
      return (await client.readToEnd()).split(' ')[1];
    };
    expect(await behind(BALANCER, 'TCP4 102.89.1.2 127.0.0.1 40000 3128')).toBe('200');
    expect(await behind(BALANCER, 'TCP4 102.89.1.3 127.0.0.1 40000 3128')).toBe('407');
    expect(await behind(BALANCER, 'UNKNOWN')).toBe('407');
    expect(await behind(STRANGER, 'TCP4 102.89.1.2 127.0.0.1 40000 3128')).toBe('400');
  });

  it('refuses what is suspended, expired or used up, and meters as with a password', async () => {
    const gateway = await start({ addressTtlMs: 0 });
    const proxyId = await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, ALLOWED);
    expect(await get(gateway, ALLOWED)).toBe('200');
    await eventually(async () => ((await tables.stored(proxyId))?.bytes ?? 0) > 0, 'metering');
    const state = async (sql: string) => {
      await tables.admin.query(`UPDATE proxy SET ${sql}`);
      // Of the notification and the answer only one comes first.
      await gateway.process.gateway.onChange('gateway_credential', String(proxyId));
      return get(gateway, ALLOWED, basic('user1', ''));
    };
    expect(await state(`status = 'suspended'`)).toBe('403 PROXY_SUSPENDED');
    expect(await get(gateway, ALLOWED)).toBe('407 AUTH_REQUIRED');
    expect(await state(`status = 'active', limit_bytes = 1`)).toBe('402 QUOTA_EXCEEDED');
    expect(await state(`expires_at = now(), limit_bytes = NULL`)).toBe('410 PROXY_EXPIRED');
  });

  it('counts wrong passwords of an allowed address for proxies that it may not use', async () => {
    const gateway = await start({ maxWrongPasswords: 2 });
    const proxyId = await tables.addProxy(gateway.config, { user_id: user });
    await tables.addProxy(gateway.config, { user_id: await tables.addUser(), username: 'victim' });
    await tables.allow(user, ALLOWED, proxyId);
    const guesses = [];
    for (const password of ['a', 'b', 'c'])
      guesses.push(await get(gateway, ALLOWED, basic('victim', password)));
    expect(guesses).toEqual(['407 AUTH_FAILED', '407 AUTH_FAILED', '429 TOO_MANY_ATTEMPTS']);
    expect(await get(gateway, ALLOWED, basic('user1', 'wrong'))).toBe('200');
    expect(await get(gateway, ALLOWED, basic('victim', 'd'))).toBe('429 TOO_MANY_ATTEMPTS');
  });

  it.each([
    ['removed', `DELETE FROM allowed_address`],
    [
      'switched off by staff',
      `INSERT INTO setting (key, value) VALUES ('addressAccessEnabled', 'false')`,
    ],
  ])('closes open tunnels and refuses new ones once it is %s', async (_what, sql) => {
    // Not even the TTL explains the change.
    const gateways = [
      await start({ addressTtlMs: 600_000 }),
      await start({ addressTtlMs: 600_000 }),
    ];
    const [{ config }] = gateways as [Running];
    await tables.addProxy(config, { user_id: user });
    await tables.allow(user, ALLOWED);
    const byPassword: RawClient[] = [];
    const byAddress: RawClient[] = [];
    for (const gateway of gateways) {
      byAddress.push((await socksTunnel(gateway, ALLOWED)).client);
      byAddress.push((await connectTunnel(gateway, ALLOWED, basic('user1', ''))).client);
      byPassword.push((await connectTunnel(gateway, ALLOWED, basic())).client);
    }
    await tables.admin.query(sql);
    const changedAt = Date.now();
    await eventually(() => byAddress.every((client) => client.isClosed), 'tunnels close');
    expect(Date.now() - changedAt).toBeLessThan(WITHIN_MS);
    expect(byPassword.map((client) => client.isClosed)).toEqual([false, false]);
    for (const gateway of gateways) {
      expect(await get(gateway, ALLOWED)).toBe('407 AUTH_REQUIRED');
      expect(await get(gateway, ALLOWED, basic('user1', ''))).toBe('407 AUTH_FAILED');
    }
  });

  it('notices a removal without a notification, too', async () => {
    const gateway = await start({ addressTtlMs: 100, sweepMs: 100 });
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, ALLOWED);
    const { client } = await socksTunnel(gateway, ALLOWED);
    await tables.withoutNotifications(`DELETE FROM allowed_address`);
    await eventually(() => client.isClosed, 'the tunnel closes');
    expect(await get(gateway, ALLOWED)).toBe('407 AUTH_REQUIRED');
  });

  it('keeps a tunnel that came in by address when the password changes', async () => {
    const gateway = await start();
    const proxyId = await tables.addProxy(gateway.config, { user_id: user });
    await tables.allow(user, ALLOWED);
    const byAddress = await connectTunnel(gateway, ALLOWED);
    const byPassword = await connectTunnel(gateway, ALLOWED, basic());
    await tables.admin.query(`UPDATE proxy SET password_digest = 'x' WHERE id = $1`, [proxyId]);
    await eventually(() => byPassword.client.isClosed, 'the tunnel with the old password closes');
    expect(byAddress.client.isClosed).toBe(false);
  });
});
