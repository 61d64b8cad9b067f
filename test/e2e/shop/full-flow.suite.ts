import { firstOrder } from '../../../clients/typescript/examples/first-order';
import {
  ApiError,
  buyProxies,
  createApiKey,
  getWalletBalance,
} from '../../../clients/typescript/src';
import { poll } from '../../../src/embedded/poll';
import { balanceBecomes, itCreditsInTheBackground } from '../../support/e2e/credits.suite';
import { Customer, unique, type BoughtProxy } from '../../support/e2e/customer';
import { sqlAt, type Sql } from '../../support/e2e/database';
import { Site } from '../../support/e2e/site';
import {
  getExitAddress,
  curlThroughProxy,
  PROXY_MODES,
} from '../../support/e2e/curl-through-proxy';
import type { PlatformFixture } from '../../support/processes';

const GIGABYTE = 2 ** 30;
const KIB_64 = 65_536;
const SOON_MS = 30_000;
/** Everything a customer goes through, in order: each step needs the ones before it. */
export function describeFullFlow(running: () => PlatformFixture): void {
  describe('Full flow from registration to traffic', () => {
    let platform: PlatformFixture;
    let site: Site;
    let sql: Sql;
    let ada: Customer;
    let sticky: BoughtProxy;

    beforeAll(async () => {
      platform = running();
      site = new Site(platform.apiUrl);
      sql = sqlAt(await platform.databaseUrl());
    });

    const listExitAddresses = async (kind: string, country: string): Promise<string[]> =>
      (
        await sql<{ address: string }>(
          `SELECT local_address AS address FROM exit_node WHERE kind = $1 AND country = $2`,
          [kind, country],
        )
      ).map(({ address }) => address);

    it('registers, confirms the e-mail and signs in', async () => {
      const email = `${unique('ada')}@example.com`;
      await Customer.register(site, email);
      await expect(Customer.signIn(site, email)).rejects.toThrow('EMAIL_NOT_VERIFIED');
      await Customer.verifyEmail(site, email);
      ada = await Customer.signIn(site, email);
      const { user } = await site.getData<{ user: { email: string } }>('GET', 'user/info', {
        token: ada.token,
      });
      expect(user.email).toBe(email);
      expect(await ada.balance()).toBe(0);
    });

    it('credits a payment when the customer returns from the checkout', async () => {
      const topup = await ada.startTopup(5000);
      expect(await ada.verify(topup.reference)).toBe('pending');
      await ada.pay(topup);
      expect(await ada.verify(topup.reference)).toBe('successful');
      expect(await ada.verify(topup.reference)).toBe('successful');
      expect(await ada.balance()).toBe(5000);
    });

    it('sells a gigabyte of residential traffic for ₦5,000', async () => {
      sticky = await ada.buy();
      expect(sticky).toMatchObject({ type: 'residential_ipv4', location: 'ng', status: 'active' });
      expect(await ada.balance()).toBe(5000 - sticky.price);
      const again = await ada.tryToBuy();
      expect(again.status).toBe(402);
      expect(again.body).toMatchObject({
        message: 'Insufficient wallet balance',
        errors: { required_amount: sticky.price, current_balance: 5000 - sticky.price },
      });
    });

    it.each(PROXY_MODES)('routes curl through a Nigerian exit: %s', async (mode) => {
      const nigerian = await listExitAddresses('residential', 'ng');
      expect(nigerian).toContain(await getExitAddress(platform, sticky, { mode }));
    });

    it('shows the traffic in the list of proxies within seconds', async () => {
      const url = `${platform.apiUrl}/sandbox/echo?bytes=3145728`;
      const { downloaded } = await curlThroughProxy(platform, sticky, {
        url,
        args: ['-o', '/dev/null'],
      });
      expect(downloaded).toBe(3_145_728);
      const used = async () => (await ada.proxy(sticky.id)).pool_data?.used_mb ?? 0;
      await poll(async () => (await used()) >= 3, SOON_MS, 200);
      const shown = await used();
      expect(shown).toBeGreaterThanOrEqual(3);
      expect(shown).toBeLessThan(3.5);
    });

    it('changes the country immediately on update', async () => {
      const british = await listExitAddresses('residential', 'gb');
      const { proxy } = await site.getData<{ proxy: BoughtProxy }>(
        'PUT',
        'proxies/update-residential-mobile',
        {
          token: ada.token,
          body: {
            proxy_id: sticky.proxy_api_id,
            protocol: 'socks5',
            country: 'gb',
            ttl_minutes: 0,
          },
        },
      );
      expect(proxy).toMatchObject({
        location: 'gb',
        protocol: 'socks5',
        connection_string: `localhost:${platform.gatewaySocksPort}`,
      });
      const moved = await poll(
        async () => british.includes(await getExitAddress(platform, sticky, { mode: 'socks5' })),
        20_000,
      );
      expect(moved).toBe(true);
    });

    describe('with a larger balance', () => {
      beforeAll(async () => {
        await ada.topUp(50_000);
      });

      it('assigns every datacenter proxy its own fixed address', async () => {
        const countries = await site.getData<{ id: number; code: string }[]>('GET', 'countries');
        const nigeria = countries.find(({ code }) => code === 'ng')!;
        const bought = await ada.buyDatacenter(nigeria.id, { quantity: 2 });
        expect(new Set(bought.map(({ ip }) => ip)).size).toBe(2);
        for (const proxy of bought) {
          const addresses = await Promise.all(
            PROXY_MODES.map((mode) => getExitAddress(platform, proxy, { mode })),
          );
          expect(addresses).toEqual([proxy.ip, proxy.ip, proxy.ip]);
        }
        const { proxy } = await site.getData<{ proxy: BoughtProxy }>(
          'PUT',
          'proxies/update-datacenter',
          {
            token: ada.token,
            body: { proxy_id: bought[0]!.proxy_api_id, protocol: 'socks5' },
          },
        );
        expect(proxy.connection_string).toBe(`localhost:${platform.gatewaySocksPort}`);
        expect(await getExitAddress(platform, bought[0]!, { mode: 'socks5' })).toBe(bought[0]!.ip);
      });

      it('stops within 64 KiB of the paid quota', async () => {
        const proxy = await ada.buy({ country: 'zz' });
        const url = `${platform.apiUrl}/sandbox/echo?bytes=${GIGABYTE}`;
        const cut = await curlThroughProxy(platform, proxy, {
          url,
          args: ['-m', '180', '-o', '/dev/null'],
        });
        expect(cut.code).not.toBe(0);
        expect(cut.downloaded).toBeGreaterThan(GIGABYTE - KIB_64);
        expect(cut.downloaded).toBeLessThan(GIGABYTE);
        const next = await curlThroughProxy(platform, proxy, {
          url: `${platform.apiUrl}/sandbox/echo`,
        });
        expect(next).toMatchObject({ status: 402, proxyError: 'QUOTA_EXCEEDED' });
        const spent = async () => (await ada.proxy(proxy.id)).bandwidth_usage_percentage;
        await poll(async () => (await spent()) === 100, SOON_MS, 200);
        expect(await spent()).toBe(100);
        const [metered] = await sql<{ bytes: number }>(
          `SELECT (m.bytes_up + m.bytes_down)::int8::float8 AS bytes
           FROM gateway_meter m WHERE m.proxy_id = $1`,
          [proxy.id],
        );
        expect(Math.abs(metered!.bytes - GIGABYTE)).toBeLessThanOrEqual(KIB_64);
      });

      itCreditsInTheBackground(() => ada);

      it('keeps an abandoned payment pending and credits it when it is paid later', async () => {
        const before = await ada.balance();
        const topup = await ada.startTopup(1000);
        await ada.pay(topup, 'abandoned');
        expect(await ada.verify(topup.reference)).toBe('pending');
        expect(await ada.balance()).toBe(before);
        await ada.pay(topup);
        expect(await ada.verify(topup.reference)).toBe('successful');
        expect(await ada.balance()).toBe(before + 1000);
      });

      it('credits a payment that failed first and succeeded later', async () => {
        const before = await ada.balance();
        const topup = await ada.startTopup(1500);
        await ada.pay(topup, 'failed');
        expect(await ada.verify(topup.reference)).toBe('failed');
        await ada.pay(topup);
        expect(await balanceBecomes(ada, before + 1500)).toBe(before + 1500);
        expect(await ada.verify(topup.reference)).toBe('successful');
      });
    });

    it('serves a program with an API key through the TypeScript client', async () => {
      const ben = await Customer.signUp(site);
      const { data } = await createApiKey(
        { name: 'Robot', scopes: ['read', 'wallet', 'buy'] },
        { baseUrl: platform.apiUrl, apiKey: ben.token },
      );
      const list = await firstOrder(platform.apiUrl, data.key, (checkoutUrl) =>
        ben.pay({ reference: '', checkoutUrl }),
      );
      const lines = String(list).trim().split('\n');
      expect(new Set(lines).size).toBe(10);
      expect(lines[0]).toContain(`:${platform.gatewayHttpPort}`);
      const { balance } = (await getWalletBalance()).data;
      expect(balance).toBe(await ben.balance());

      const order = {
        country: 'ng',
        ttl_minutes: 0,
        protocol: 'http',
        traffic_limit_mb: 1,
      } as const;
      const refusal = await buyProxies(
        { ...order, proxy_type: 'residential_ipv4' },
        { idempotencyKey: 'too-much' },
      ).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(refusal).toMatchObject({
        status: 402,
        code: 'INSUFFICIENT_BALANCE',
        errors: { current_balance: balance },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
      const unsafe = await createApiKey({ name: 'Another', scopes: ['buy'] }).catch(
        (error: unknown) => error,
      );
      expect(unsafe).toMatchObject({ status: 403, code: 'KEY_SCOPE' });
    });
  });
}
