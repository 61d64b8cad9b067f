import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { createAccountCache } from '../../../test/support/account-cache';
import { AddressAccess, type AddressPair } from '../access/address-access';
import type { AccountCache } from './account-cache';
import { OffSaleCountries, GatewayAuthenticator } from './gateway-authenticator';
import { ONLY_PROCESS } from '../process/connection-tally';
import { WrongPasswords } from './wrong-passwords';

const CLIENT = { address: 'a', origin: undefined };

describe('GatewayAuthenticator', () => {
  const admissionTo = (cache: AccountCache, access?: AddressAccess, offSale?: OffSaleCountries) =>
    new GatewayAuthenticator(
      cache,
      {
        passwordKey: Buffer.alloc(32),
        maxConnectionsPerProxy: 9,
        tally: ONLY_PROCESS,
        wrongPasswords: new WrongPasswords({ limit: 2, tally: ONLY_PROCESS }, silent),
        access,
        offSale,
      },
      () => undefined,
      () => 0,
    );
  const silent = pino({ level: 'silent' });
  const digest = createHmac('sha256', Buffer.alloc(32)).update('pw').digest();

  it('limits wrong passwords of an address, and neither the proxy nor its neighbours', async () => {
    const { source, cache } = createAccountCache();
    for (const id of [1, 2]) source.put(id, { digest });
    const authenticator = admissionTo(cache);
    const answer = (username: string, password: string, address: string) =>
      authenticator.authenticate(username, password, { address, origin: undefined }).then(
        ({ account }) => account.proxyId,
        ({ reason }: { reason: string }) => reason,
      );
    const answers = [];
    for (const username of ['u1', 'nobody', 'u1']) answers.push(await answer(username, 'no', 'a'));
    expect(answers).toEqual(['AUTH_FAILED', 'AUTH_FAILED', 'TOO_MANY_ATTEMPTS']);
    expect(await answer('u1', 'pw', 'b')).toBe(1);
    expect(await answer('u2', 'pw', 'a')).toBe(2);
    // A mistake in what follows the username is told as such.
    expect(await answer('u2-foo-1', 'pw', 'a')).toBe('AUTH_FAILED');
    expect(await answer('u1', 'no', 'b')).toBe('AUTH_FAILED');
  });

  it('reads a username again once the proxy has changed, and checks each password', async () => {
    const { source, cache } = createAccountCache();
    source.put(1, { digest, country: 'zz' });
    const authenticator = admissionTo(cache);
    const country = (password = 'pw') =>
      authenticator.authenticate('u1-cc-ng', password, CLIENT).then(
        ({ place }) => place.country,
        ({ reason }: { reason: string }) => reason,
      );
    expect(await country()).toBe('ng');
    expect(await country('no')).toBe('AUTH_FAILED');
    expect(await country()).toBe('ng');
    source.put(1, { digest, country: 'gh' });
    await cache.invalidate(1);
    expect(await country()).toBe('AUTH_FAILED');
  });

  it('lets traffic out only where it was sold for, and chooses no country that is off sale', async () => {
    const { source, cache } = createAccountCache();
    const reach = { countries: { us: 0, gh: 255 }, others: 1 };
    source.put(1, { digest, reach });
    source.put(2, { digest, country: 'gh', reach });
    const offSale = new OffSaleCountries();
    const authenticator = admissionTo(cache, undefined, offSale);
    const answer = (username: string) =>
      authenticator.authenticate(username, 'pw', CLIENT).then(
        ({ place }) => place.country,
        ({ reason }: { reason: string }) => reason,
      );
    const answers = async () =>
      Promise.all(['u1', 'u1-cc-ng', 'u1-cc-gh-city-accra', 'u2', 'u2-region-x'].map(answer));
    expect(await answers()).toEqual(['zz', 'ng', 'gh', 'gh', 'gh']);
    for (const beyond of [
      'u1-cc-us',
      'u1-city-ashburn',
      'u1-cc-ng-isp-mtn',
      'u1-asn-37148',
      'u2-cc-us',
    ])
      expect([beyond, await answer(beyond)]).toEqual([beyond, 'PLACE_NOT_INCLUDED']);
    expect(await answer('u2-cc-ng')).toBe('AUTH_FAILED');
    const list = (isOffSale: boolean, country: string) => ({
      ...{ kind: 'mobile' as const, country, isOffSale },
    });
    offSale.replace([list(true, 'gh'), list(false, 'ng'), list(true, '*')]);
    const off = 'PLACE_NOT_INCLUDED';
    expect(await answers()).toEqual(['zz', 'ng', off, 'gh', 'gh']);
    expect(await answer('u1-cc-fr')).toBe(off);
    expect(cache.get(1)?.beginFlush()?.failures).toEqual({ [off]: 6 });
    offSale.replace([{ ...list(true, 'gh'), kind: 'residential' }]);
    expect(await answers()).toEqual(['zz', 'ng', 'gh', 'gh', 'gh']);
  });

  it('cuts what leaves where a renewal was not sold for, and refuses it until then', async () => {
    const { source, cache } = createAccountCache();
    const sell = async (countries: Record<string, number>) => {
      source.put(1, { digest, reach: { countries, others: 0 } });
      await cache.invalidate(1);
    };
    await sell({ us: 255, ng: 255, zz: 255 });
    const authenticator = admissionTo(cache);
    const authenticate = (username: string) => authenticator.authenticate(username, 'pw', CLIENT);
    const open = async (username: string) =>
      authenticator.open(await authenticate(username), 'socks5');
    const connections = [await open('u1-cc-us'), await open('u1-cc-ng'), await open('u1')];
    const late = await authenticate('u1-cc-us');
    const ends = () => connections.map(({ isClosed, closedBy }) => isClosed && closedBy);
    await sell({ us: 255, ng: 255, zz: 255 });
    expect(ends()).toEqual([false, false, false]);
    await sell({ ng: 255, zz: 255 });
    expect(ends()).toEqual(['PLACE_NOT_INCLUDED', false, 'PLACE_NOT_INCLUDED']);
    expect(() => authenticator.open(late, 'socks5')).toThrow(
      expect.objectContaining({ reason: 'PLACE_NOT_INCLUDED' }),
    );
  });

  it('looks up the address of a client only where its password is not right', async () => {
    const { source, cache } = createAccountCache();
    source.put(1, { digest });
    const asked: unknown[] = [];
    const unused = () => Promise.reject(new Error('unused'));
    const addresses = {
      findAllowed: (pairs: AddressPair[]) => {
        asked.push(...pairs);
        return Promise.resolve(pairs);
      },
      findOnlyProxies: () => Promise.reject(new Error('down')),
      ...{ findAll: unused, prove: unused, touch: unused, check: unused },
    };
    const times = { ttlMs: 1_000, staleMs: 1_000, pendingReloadMs: 1_000 };
    const access = new AddressAccess(addresses, times, silent);
    const authenticator = admissionTo(cache, access);
    const client = { address: 'a', origin: '102.89.1.2' };
    await authenticator.authenticate('u1', 'pw', client);
    expect(asked).toEqual([]);
    expect((await authenticator.authenticate('u1', '', client)).allowedAddress).toBe('102.89.1.2');
    expect(asked).toEqual([{ address: '102.89.1.2', proxyId: 1 }]);
    await expect(authenticator.authenticate('u1', '', CLIENT)).rejects.toMatchObject({
      reason: 'AUTH_FAILED',
    });
    // What cannot be read is denied.
    await expect(authenticator.authenticate('', '', client)).rejects.toMatchObject({
      reason: 'AUTH_REQUIRED',
    });
  });

  it('rejects a connection of a proxy that was deleted after authentication', async () => {
    const { source, cache } = createAccountCache();
    source.put(1, { digest });
    const authenticator = admissionTo(cache);
    const grant = await authenticator.authenticate('u1', 'pw', CLIENT);
    source.rows.clear();
    await cache.invalidate(1);
    expect(await cache.find('u1')).toBeNull();
    expect(() => authenticator.open(grant, 'socks5')).toThrow(
      expect.objectContaining({ reason: 'UNAVAILABLE' }),
    );
  });

  it('rejects a connection on an evicted account', async () => {
    const { source, cache } = createAccountCache();
    for (const id of [1, 2, 3, 4]) source.put(id, { digest });
    const authenticator = admissionTo(cache);
    const grant = await authenticator.authenticate('u1', 'pw', CLIENT);
    for (const id of [2, 3, 4]) await cache.find(`u${id}`);
    expect(() => authenticator.open(grant, 'socks5')).toThrow(
      expect.objectContaining({ reason: 'UNAVAILABLE' }),
    );
    const again = authenticator.open(
      await authenticator.authenticate('u1', 'pw', CLIENT),
      'socks5',
    );
    again.take('up', 5);
    expect([...cache.accounts()]).toContain(again.account);
  });
});
