import { createHmac } from 'node:crypto';
import { createAccountCache } from '../../../test/support/account-cache';
import type { AccountCache } from './account-cache';
import { GatewayAuthenticator } from './gateway-authenticator';

describe('GatewayAuthenticator', () => {
  const admissionTo = (cache: AccountCache) =>
    new GatewayAuthenticator(
      cache,
      { passwordKey: Buffer.alloc(32), maxConnectionsPerProxy: 9 },
      () => undefined,
      () => 0,
    );
  const digest = createHmac('sha256', Buffer.alloc(32)).update('pw').digest();

  it('rejects a connection of a proxy that was deleted after authentication', async () => {
    const { source, cache } = createAccountCache();
    source.put(1, { digest });
    const authenticator = admissionTo(cache);
    const grant = await authenticator.authenticate('u1', 'pw');
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
    const grant = await authenticator.authenticate('u1', 'pw');
    for (const id of [2, 3, 4]) await cache.find(`u${id}`);
    expect(() => authenticator.open(grant, 'socks5')).toThrow(
      expect.objectContaining({ reason: 'UNAVAILABLE' }),
    );
    const again = authenticator.open(await authenticator.authenticate('u1', 'pw'), 'socks5');
    again.take('up', 5);
    expect([...cache.accounts()]).toContain(again.account);
  });
});
