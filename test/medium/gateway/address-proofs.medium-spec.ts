import { AllowedAddressSource } from '../../../src/gateway/access/address-access';
import { ALLOWED, type Running, STRANGER, useAddressStand } from './address-stand';
import { hasManyLoopbacks } from './fixtures';
import { type GatewayTables, SUB_USER_PASSWORD } from './gateway-tables';
import { basic, eventually } from './raw-client';

// macOS has no 127.0.0.2 of its own.
(hasManyLoopbacks ? describe : describe.skip)('Proofs of allowed addresses', () => {
  const stand = useAddressStand();
  const { start, get, socksTunnel } = stand;
  let tables: GatewayTables;
  let user: number;
  beforeEach(() => ({ tables, user } = stand));

  const isUsable = (gateway: Running, name: string) => async () =>
    (await get(gateway, ALLOWED, basic(name, ''))) === '200';
  const idleSince = (interval: string) =>
    tables.admin.query(`UPDATE address_holder SET last_used_at = now() - $1::interval`, [interval]);

  it('leaves an address alone until a request with a password of its customer came from there', async () => {
    const gateways = [await start(), await start()];
    const [gateway, other] = gateways as [Running, Running];
    const proxyId = await tables.addProxy(gateway.config, { user_id: user });
    await tables.addSubUser(gateway.config, proxyId);
    await tables.addProxy(gateway.config, { user_id: await tables.addUser(), username: 'victim' });
    await tables.list(user, ALLOWED);
    const victim = () => get(gateway, ALLOWED, basic('victim', 'secret'));
    expect(await victim()).toBe('200');
    expect(await get(gateway, ALLOWED, basic('user1', 'wrong'))).toBe('407 AUTH_FAILED');
    expect(await get(gateway, ALLOWED, basic('user1.tunde', SUB_USER_PASSWORD))).toBe('200');
    expect(await get(gateway, STRANGER, basic('user1', 'secret'))).toBe('200');
    expect(await get(gateway, ALLOWED)).toBe('407 AUTH_REQUIRED');
    expect(await tables.holderOf(ALLOWED)).toBeUndefined();
    expect(await get(gateway, ALLOWED, basic('user1', 'secret'))).toBe('200');
    for (const each of gateways) await eventually(isUsable(each, 'user1'), 'the address is active');
    expect(await get(other, ALLOWED)).toBe('200');
    expect(await tables.holderOf(ALLOWED)).toEqual({ userId: user, idleMinutes: 0 });
  });

  it('notices an address to be proved without a notification, too', async () => {
    const gateway = await start({ pendingReloadMs: 20, addressTtlMs: 100 });
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.withoutNotifications(
      `INSERT INTO allowed_address (user_id, address) VALUES (${user}, '${ALLOWED}')`,
    );
    const prove = async () => {
      await get(gateway, ALLOWED, basic('user1', 'secret'));
      return isUsable(gateway, 'user1')();
    };
    await eventually(prove, 'the address is active');
  });

  it('gives an address that two customers prove at the same moment to one of them', async () => {
    const gateways = [await start(), await start()];
    const [gateway] = gateways as [Running];
    const neighbour = await tables.addUser();
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.addProxy(gateway.config, { user_id: neighbour, username: 'user2' });
    for (let round = 0; round < 5; round++) {
      await tables.list(user, ALLOWED);
      await tables.list(neighbour, ALLOWED);
      await Promise.all(
        ['user1', 'user2'].map((name, n) => get(gateways[n]!, ALLOWED, basic(name, 'secret'))),
      );
      await eventually(async () => Boolean(await tables.holderOf(ALLOWED)), 'one has proved it');
      const winner = (await tables.holderOf(ALLOWED))!.userId;
      const [won, lost] = winner === user ? ['user1', 'user2'] : ['user2', 'user1'];
      for (const each of gateways) await eventually(isUsable(each, won!), 'the address is active');
      expect(await get(gateway, ALLOWED, basic(lost, 'secret'))).toBe('200');
      expect(await get(gateway, ALLOWED, basic(lost, ''))).toBe('407 AUTH_FAILED');
      // What belongs to nobody any more is not refused for long.
      await tables.admin.query(`DELETE FROM allowed_address`);
      expect(await tables.holderOf(ALLOWED)).toBeUndefined();
      for (const each of gateways)
        await eventually(async () => !(await isUsable(each, won!)()), 'it needs a proof again');
    }
  });

  it('loses an address that was not used for 30 days, to whoever proves it next', async () => {
    const gateway = await start({ pendingReloadMs: 50, addressTtlMs: 100, sweepMs: 100 });
    const neighbour = await tables.addUser();
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.addProxy(gateway.config, { user_id: neighbour, username: 'user2' });
    await tables.allow(user, ALLOWED);
    await tables.list(neighbour, ALLOWED);
    await idleSince('29 days 23 hours');
    expect(await get(gateway, ALLOWED, basic('user2', 'secret'))).toBe('200');
    expect(await get(gateway, ALLOWED)).toBe('200');
    await eventually(async () => (await tables.holderOf(ALLOWED))?.idleMinutes === 0, 'a use');
    const { client } = await socksTunnel(gateway, ALLOWED);
    await idleSince('30 days');
    await eventually(() => client.isClosed, 'the tunnel closes');
    const take = async () => {
      await get(gateway, ALLOWED, basic('user2', 'secret'));
      return isUsable(gateway, 'user2')();
    };
    await eventually(take, 'the next customer has it', 10_000);
    expect(await get(gateway, ALLOWED, basic('user1', ''))).toBe('407 AUTH_FAILED');
  });

  it('asks the database about an address once, not with every request', async () => {
    const prove = jest.spyOn(AllowedAddressSource.prototype, 'prove');
    const touch = jest.spyOn(AllowedAddressSource.prototype, 'touch');
    const gateway = await start();
    const neighbour = await tables.addUser();
    await tables.addProxy(gateway.config, { user_id: user });
    await tables.addProxy(gateway.config, { user_id: neighbour, username: 'user2' });
    const useAll = async () => {
      for (let n = 0; n < 5; n++)
        for (const name of ['user1', 'user2'])
          expect(await get(gateway, ALLOWED, basic(name, 'secret'))).toBe('200');
    };
    await useAll();
    expect(prove).not.toHaveBeenCalled();
    await tables.list(user, ALLOWED);
    await eventually(async () => {
      await get(gateway, ALLOWED, basic('user1', 'secret'));
      return isUsable(gateway, 'user1')();
    }, 'the address is active');
    prove.mockClear();
    await useAll();
    expect(prove.mock.calls.length).toBeLessThanOrEqual(2);
    expect(touch.mock.calls.length).toBeLessThanOrEqual(1);
    jest.restoreAllMocks();
  });
});
