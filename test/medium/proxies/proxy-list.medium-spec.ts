import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../../../src/common/security/actor';
import { ProxyConfigurationService } from '../../../src/proxies/configuration/proxy-configuration.service';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
import type { ChangeResult } from '../../../src/proxies/ports/proxy-provider.port';
import { ProviderSyncService } from '../../../src/proxies/provider-sync/provider-sync.service';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import type { OwnedProxy, ProxyFilter } from '../../../src/proxies/proxy.types';
import {
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  type ProxiesTestApp,
} from './proxies-test-app';

const NEWEST_FIRST = ['suspended', 'expired', 'datacenter', 'random', 'mobile', 'lagos'] as const;

describe('ProxiesService and ProxyConfigurationService', () => {
  let app: ProxiesTestApp;
  let proxies: ProxiesService;
  let configuration: ProxyConfigurationService;
  let providerSync: ProviderSyncService;
  let actor: Actor;
  let otherCustomer: Actor;
  const bought: Record<
    'lagos' | 'mobile' | 'random' | 'datacenter' | 'expired' | 'suspended',
    OwnedProxy
  > = {} as never;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    proxies = app.module.get(ProxiesService, { strict: false });
    providerSync = app.module.get(ProviderSyncService, { strict: false });
    configuration = app.module.get(ProxyConfigurationService, { strict: false });
    [actor, otherCustomer] = [await app.createCustomer(500_000), await app.createCustomer(500_000)];
    const buy = async (over: Parameters<typeof poolRequest>[0]) =>
      (await app.purchases.buyPool(actor, poolRequest(over))).proxies[0]!;
    bought.lagos = await buy({ city: 'ikeja', region: 'lagos' });
    bought.mobile = await buy({ type: 'mobile_ipv4', country: 'gh' });
    bought.random = await buy({ country: 'zz' });
    const datacenterReceipt = await app.purchases.buyDatacenter(
      actor,
      datacenterRequest(await app.getCountryId('ng')),
    );
    bought.datacenter = datacenterReceipt.proxies[0]!;
    bought.expired = await buy({ country: 'us' });
    bought.suspended = await buy({ country: 'de' });
    await app.purchases.buyPool(otherCustomer, poolRequest({ country: 'jp' }));
    await app.sql(`UPDATE proxy SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
      bought.expired.id,
    ]);
    await app.sql(`UPDATE proxy SET status = 'suspended' WHERE id = $1`, [bought.suspended.id]);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const listIds = async (filter: ProxyFilter, page = { page: 1, perPage: 50 }) =>
    (await proxies.list(actor, filter, page)).page.rows.map((row) => row.id);
  const ids = (...names: (keyof typeof bought)[]) => names.map((name) => bought[name].id);

  it('should list only the proxies of the customer, newest first', async () => {
    expect(await listIds({})).toEqual(ids(...NEWEST_FIRST));
    expect((await proxies.list(otherCustomer, {}, { page: 1, perPage: 50 })).page.total).toBe(1);
  });

  it('should page without gaps or repeats', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => listIds({}, { page, perPage: 2 })));
    expect(pages.flat()).toEqual(await listIds({}));
    const { page } = await proxies.list(actor, {}, { page: 3, perPage: 2 });
    expect(page.total).toBe(6);
    expect(await listIds({}, { page: 4, perPage: 2 })).toEqual([]);
  });

  // spec: C2.56, C3.18
  it('should treat a proxy as expired from expires_at on, whatever the stored status', async () => {
    expect(await listIds({ status: 'expired' })).toEqual(ids('expired'));
    expect(await listIds({ status: 'suspended' })).toEqual(ids('suspended'));
    expect(await listIds({ status: 'active' })).toEqual(
      ids('datacenter', 'random', 'mobile', 'lagos'),
    );
    expect((await proxies.get(actor, bought.expired.id)).isExpired).toBe(true);
  });

  // spec: C2.56
  it('should filter by type and status', async () => {
    expect(await listIds({ type: 'mobile_ipv4' })).toEqual(ids('mobile'));
    expect(await listIds({ type: 'individual_ipv4' })).toEqual(ids('datacenter'));
    expect(await listIds({ type: 'residential_ipv4', status: 'active' })).toEqual(
      ids('random', 'lagos'),
    );
  });

  // spec: C2.55
  it.each<[string, () => string, (keyof typeof bought)[]]>([
    ['country name', () => 'niger', ['datacenter', 'lagos']],
    ['country code', () => 'GH', ['mobile']],
    ['random', () => 'Random', ['random']],
    ['type alias', () => 'datacenter', ['datacenter']],
    ['type name', () => 'mobile_ipv4', ['mobile']],
    ['dedicated address', () => bought.datacenter.ip!, ['datacenter']],
    ['username', () => bought.lagos.username, ['lagos']],
    ['start of the uuid', () => bought.random.uuid.slice(0, 13), ['random']],
    ['id', () => String(bought.mobile.id), ['mobile']],
    ['an id with a number sign', () => `#${bought.mobile.id}`, ['mobile']],
    ['start of an address', () => '127', ['datacenter']],
    ['a country of another customer', () => 'japan', []],
    ['LIKE wildcards, taken literally', () => '%_%', []],
    ['a quote', () => `'; --`, []],
  ])('should search by %s', async (_what, search, names) => {
    const text = search().toLowerCase();
    // Usernames are random and searched too, so a two-letter text may match one by chance.
    const matchesByChance = (name: keyof typeof bought) =>
      !/^#?\d+$/.test(text) && bought[name].username.includes(text);
    const found = NEWEST_FIRST.filter((name) => names.includes(name) || matchesByChance(name));
    expect(await listIds({ search: search() })).toEqual(ids(...found));
  });

  // spec: C2.55
  it('should search by host and port', async () => {
    expect(await listIds({ search: 'localhost:3128' })).toHaveLength(6);
  });

  // spec: C2.63, C3.19
  it('should calculate the statistics over all proxies, whatever the page and filter', async () => {
    const { statistics } = await proxies.list(
      actor,
      { status: 'suspended' },
      { page: 9, perPage: 1 },
    );
    expect({ ...statistics, spent: statistics.spent.toNaira() }).toEqual({
      active: 4,
      total: 6,
      spent: 4 * ONE_GB_PRICE + 8000 + NIGERIAN_ADDRESS_PRICE,
      countries: 4,
      perType: { individual_ipv4: 1, mobile_ipv4: 1, residential_ipv4: 4 },
    });
  });

  it('should return an empty list and zero statistics for a customer without purchases', async () => {
    const newCustomer = await app.createCustomer();
    const { page, statistics } = await proxies.list(newCustomer, {}, { page: 1, perPage: 10 });
    expect(page).toMatchObject({ rows: [], total: 0 });
    expect(statistics).toMatchObject({ active: 0, total: 0, countries: 0, perType: {} });
    expect(statistics.spent.isZero).toBe(true);
  });

  it('should answer not_found for the proxies of another customer', async () => {
    const { id, apiId } = bought.lagos;
    const settings = { ...poolRequest(), protocol: 'socks5' as const };
    expect(await catchErrorCode(proxies.get(otherCustomer, id))).toBe('not_found PROXY_NOT_FOUND');
    expect(await catchErrorCode(configuration.updatePool(otherCustomer, apiId, settings))).toBe(
      'not_found PROXY_NOT_FOUND',
    );
    expect(
      await catchErrorCode(
        configuration.updateDatacenter(otherCustomer, bought.datacenter.apiId, 'socks5'),
      ),
    ).toBe('not_found PROXY_NOT_FOUND');
    expect((await proxies.get(actor, id)).protocol).toBe('http');
  });

  it.each([0, -1, 999_999, 2_147_483_648, Number.MAX_SAFE_INTEGER])(
    'should answer not_found for the id %s',
    async (id) => {
      expect(await catchErrorCode(proxies.get(actor, id))).toBe('not_found PROXY_NOT_FOUND');
    },
  );

  describe('updates', () => {
    it('should reach the gateway, keep the credentials and write an audit row', async () => {
      const before = bought.lagos;
      const after = await configuration.updatePool(
        actor,
        before.apiId,
        {
          protocol: 'socks5',
          ttlMinutes: -1,
          country: 'ke',
          region: 'nairobi',
          city: 'nairobi',
          isp: 'safaricom',
        },
        'residential',
      );
      expect(after).toEqual({
        ...before,
        protocol: 'socks5',
        ttlMinutes: -1,
        country: 'ke',
        region: 'nairobi',
        city: 'nairobi',
        isp: 'safaricom',
      });
      const [credential] = await app.sql(
        `SELECT protocol, ttl_minutes, country, region, city, isp, password_digest IS NOT NULL AS has_password
         FROM gateway_credential WHERE username = $1`,
        [before.username],
      );
      expect(credential).toEqual({
        protocol: 'socks5',
        ttl_minutes: -1,
        country: 'ke',
        region: 'nairobi',
        city: 'nairobi',
        isp: 'safaricom',
        has_password: true,
      });
      const [audit] = await app.sql<{ changes: unknown }>(
        `SELECT changes FROM audit_log WHERE action = 'proxy.reconfigured' AND target = $1`,
        [`proxy:${before.id}`],
      );
      expect(audit?.changes).toMatchObject({
        before: { protocol: 'http', country: 'ng', city: 'ikeja' },
        after: { protocol: 'socks5', country: 'ke', isp: 'safaricom' },
      });
    });

    it('should reset the location to zz', async () => {
      const after = await configuration.updatePool(actor, bought.random.apiId, {
        ...poolRequest({ country: 'zz' }),
      });
      expect(after).toMatchObject({ country: 'zz', region: null, city: null, isp: null });
    });

    it('should refuse a location that is not on sale', async () => {
      const request = { ...poolRequest({ region: 'lagos', city: 'kumasi' }) };
      await expect(
        configuration.updatePool(actor, bought.random.apiId, request),
      ).rejects.toMatchObject({
        details: { city: [expect.any(String)] },
      });
      const [row] = await app.sql(`SELECT country FROM proxy WHERE id = $1`, [bought.random.id]);
      expect(row).toEqual({ country: 'zz' });
    });

    it('should change the protocol of a datacenter proxy', async () => {
      const after = await configuration.updateDatacenter(actor, bought.datacenter.apiId, 'socks5');
      expect(after.protocol).toBe('socks5');
      const [credential] = await app.sql(
        `SELECT protocol, exit_address FROM gateway_credential WHERE username = $1`,
        [after.username],
      );
      expect(credential).toEqual({ protocol: 'socks5', exit_address: bought.datacenter.ip });
    });

    it.each<[string, () => Promise<unknown>, string]>([
      [
        'a datacenter update of a pool proxy',
        () => configuration.updateDatacenter(actor, bought.mobile.apiId, 'http'),
        'invalid VALIDATION_FAILED',
      ],
      [
        'a pool update of a datacenter proxy',
        () => configuration.updatePool(actor, bought.datacenter.apiId, poolRequest()),
        'invalid VALIDATION_FAILED',
      ],
      [
        'another connection type',
        () => configuration.updatePool(actor, bought.mobile.apiId, poolRequest(), 'residential'),
        'invalid VALIDATION_FAILED',
      ],
      [
        'an expired proxy',
        () => configuration.updatePool(actor, bought.expired.apiId, poolRequest()),
        'conflict PROXY_EXPIRED',
      ],
      [
        'a suspended proxy',
        () => configuration.updatePool(actor, bought.suspended.apiId, poolRequest()),
        'conflict PROXY_SUSPENDED',
      ],
    ])('should refuse %s', async (_what, change, expected) => {
      expect(await catchErrorCode(change())).toBe(expected);
    });

    /** Protocol in the shop and at the gateway. */
    const getProtocols = async () => {
      const [row] = await app.sql<{ shop: string; gateway: string; due: boolean }>(
        `SELECT p.protocol AS shop, g.protocol AS gateway, p.provider_due_at IS NOT NULL AS due
         FROM proxy p JOIN gateway_account g ON g.api_id = p.proxy_api_id WHERE p.id = $1`,
        [bought.datacenter.id],
      );
      return row;
    };
    const setProtocol = (protocol: 'http' | 'socks5') =>
      catchErrorCode(configuration.updateDatacenter(actor, bought.datacenter.apiId, protocol));
    const countAudits = async () => {
      const [row] = await app.sql<{ count: number }>(
        `SELECT count(*)::int FROM audit_log WHERE action = 'proxy.reconfigured' AND target = $1`,
        [`proxy:${bought.datacenter.id}`],
      );
      return row!.count;
    };

    // spec: M14.1
    it('should repeat a change without an answer until the provider has applied it', async () => {
      await setProtocol('socks5');
      const audits = await countAudits();
      const real = app.provider.reconfigure.bind(app.provider);
      jest.spyOn(app.provider, 'reconfigure').mockImplementationOnce(async (...change) => {
        await real(...change);
        return { outcome: 'unknown', reason: 'The answer was lost' };
      });
      expect(await setProtocol('http')).toBe('upstream_failed CONFIGURATION_FAILED');
      expect(await getProtocols()).toEqual({ shop: 'socks5', gateway: 'http', due: true });
      await app.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [
        bought.datacenter.id,
      ]);
      await providerSync.syncDue();
      expect(await getProtocols()).toEqual({ shop: 'http', gateway: 'http', due: false });
      expect(await countAudits()).toBe(audits + 1);
    });

    // spec: M14.1
    it.each(['rejected', 'missing'] as const)(
      'should keep the configuration when the provider answers %s',
      async (outcome) => {
        await setProtocol('socks5');
        const audits = await countAudits();
        jest
          .spyOn(app.provider, 'reconfigure')
          .mockResolvedValueOnce({ outcome, reason: 'no' } as ChangeResult);
        expect(await setProtocol('http')).toBe('upstream_failed CONFIGURATION_FAILED');
        expect(await getProtocols()).toEqual({ shop: 'socks5', gateway: 'socks5', due: false });
        expect(await countAudits()).toBe(audits);
        expect(await setProtocol('http')).toBe('no error');
      },
    );

    // spec: M14.1
    it('should make the later change the one that holds when the answer to the first is slow', async () => {
      const real = app.provider.reconfigure.bind(app.provider);
      let second: Promise<string> | undefined;
      jest.spyOn(app.provider, 'reconfigure').mockImplementationOnce(async (...change) => {
        const result = await real(...change);
        second = setProtocol('http');
        await delay(300);
        return result;
      });
      expect(await setProtocol('socks5')).toBe('no error');
      expect(await second).toBe('no error');
      expect(await getProtocols()).toEqual({ shop: 'http', gateway: 'http', due: false });
    });

    // spec: M14.1
    it('should leave shop and gateway with the same configuration after concurrent changes', async () => {
      for (let round = 0; round < 10; round += 1) {
        const changes = Array.from({ length: 6 }, (_, turn) =>
          setProtocol(turn % 2 ? 'http' : 'socks5'),
        );
        expect(await Promise.all(changes)).toEqual(changes.map(() => 'no error'));
        const { shop, gateway, due } = (await getProtocols())!;
        expect({ gateway, due }).toEqual({ gateway: shop, due: false });
      }
    });

    // spec: M14.1
    it('should apply a change that was committed before a crash', async () => {
      await setProtocol('socks5');
      jest.spyOn(providerSync, 'syncOne').mockRejectedValueOnce(new Error('killed'));
      expect(await setProtocol('http')).toBe('Error: killed');
      expect(await getProtocols()).toEqual({ shop: 'socks5', gateway: 'socks5', due: true });
      await providerSync.syncDue();
      expect(await getProtocols()).toEqual({ shop: 'http', gateway: 'http', due: false });
    });

    // spec: M14.1
    it('should suspend a proxy at the provider while its configuration gets no answer', async () => {
      jest
        .spyOn(app.provider, 'reconfigure')
        .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
      await setProtocol('socks5');
      const lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
      await app.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [
        bought.datacenter.id,
      ]);
      await lifecycle.suspend({ ...actor, role: 'admin' }, bought.datacenter.id, 'Abuse');
      const [account] = await app.sql(`SELECT status FROM gateway_account WHERE api_id = $1`, [
        bought.datacenter.apiId,
      ]);
      expect(account).toEqual({ status: 'suspended' });
      expect(await setProtocol('http')).toBe('conflict PROXY_SUSPENDED');
    });
  });
});
