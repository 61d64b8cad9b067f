import type { Actor } from '../../../src/common/security/actor';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import type { OwnedProxy, ProxyFilter } from '../../../src/proxies/proxy.types';
import {
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  createProxiesTestModule,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  type ProxiesTestModule,
} from './proxies-test-module';

const NEWEST_FIRST = ['suspended', 'ended', 'rack', 'random', 'mobile', 'lagos'] as const;

describe('A customer’s proxies', () => {
  let shop: ProxiesTestModule;
  let proxies: ProxiesService;
  let actor: Actor;
  let stranger: Actor;
  const bought: Record<'lagos' | 'mobile' | 'random' | 'rack' | 'ended' | 'suspended', OwnedProxy> =
    {} as never;

  beforeAll(async () => {
    shop = await createProxiesTestModule();
    proxies = shop.module.get(ProxiesService, { strict: false });
    [actor, stranger] = [await shop.createCustomer(500_000), await shop.createCustomer(500_000)];
    const buy = async (over: Parameters<typeof poolRequest>[0]) =>
      (await shop.purchases.buyPool(actor, poolRequest(over))).proxies[0]!;
    bought.lagos = await buy({ city: 'ikeja', region: 'lagos' });
    bought.mobile = await buy({ type: 'mobile_ipv4', country: 'gh' });
    bought.random = await buy({ country: 'zz' });
    const racks = await shop.purchases.buyDatacenter(
      actor,
      datacenterRequest(await shop.getCountryId('ng')),
    );
    bought.rack = racks.proxies[0]!;
    bought.ended = await buy({ country: 'us' });
    bought.suspended = await buy({ country: 'de' });
    await shop.purchases.buyPool(stranger, poolRequest({ country: 'jp' }));
    await shop.sql(`UPDATE proxy SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
      bought.ended.id,
    ]);
    await shop.sql(`UPDATE proxy SET status = 'suspended' WHERE id = $1`, [bought.suspended.id]);
  });
  afterAll(() => shop.close());

  const idsOf = async (filter: ProxyFilter, page = { page: 1, perPage: 50 }) =>
    (await proxies.list(actor, filter, page)).page.rows.map((row) => row.id);
  const ids = (...names: (keyof typeof bought)[]) => names.map((name) => bought[name].id);

  it('are listed newest first, and only one’s own', async () => {
    expect(await idsOf({})).toEqual(ids(...NEWEST_FIRST));
    expect((await proxies.list(stranger, {}, { page: 1, perPage: 50 })).page.total).toBe(1);
  });

  it('come page by page without gaps or repeats', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => idsOf({}, { page, perPage: 2 })));
    expect(pages.flat()).toEqual(await idsOf({}));
    const { page } = await proxies.list(actor, {}, { page: 3, perPage: 2 });
    expect(page.total).toBe(6);
    expect(await idsOf({}, { page: 4, perPage: 2 })).toEqual([]);
  });

  // spec: C2.56, C3.18
  it('count as expired from their last moment on, whatever the stored status', async () => {
    expect(await idsOf({ status: 'expired' })).toEqual(ids('ended'));
    expect(await idsOf({ status: 'suspended' })).toEqual(ids('suspended'));
    expect(await idsOf({ status: 'active' })).toEqual(ids('rack', 'random', 'mobile', 'lagos'));
    expect((await proxies.get(actor, bought.ended.id)).isExpired).toBe(true);
  });

  // spec: C2.56
  it('are found by type', async () => {
    expect(await idsOf({ type: 'mobile_ipv4' })).toEqual(ids('mobile'));
    expect(await idsOf({ type: 'individual_ipv4' })).toEqual(ids('rack'));
    expect(await idsOf({ type: 'residential_ipv4', status: 'active' })).toEqual(
      ids('random', 'lagos'),
    );
  });

  // spec: C2.55
  it.each<[string, () => string, (keyof typeof bought)[]]>([
    ['a country’s name', () => 'niger', ['rack', 'lagos']],
    ['a country’s code', () => 'GH', ['mobile']],
    ['random', () => 'Random', ['random']],
    ['a type’s word', () => 'datacenter', ['rack']],
    ['a type’s full name', () => 'mobile_ipv4', ['mobile']],
    ['a dedicated address', () => bought.rack.ip!, ['rack']],
    ['a username', () => bought.lagos.username, ['lagos']],
    ['the start of a uuid', () => bought.random.uuid.slice(0, 13), ['random']],
    ['an id', () => String(bought.mobile.id), ['mobile']],
    ['an id with a number sign', () => `#${bought.mobile.id}`, ['mobile']],
    ['the beginning of an address', () => '127', ['rack']],
    ['something of a stranger', () => 'japan', []],
    ['wildcards, which stand for themselves', () => '%_%', []],
    ['a quote', () => `'; --`, []],
  ])('are found by %s', async (_what, search, names) => {
    const text = search().toLowerCase();
    // Two letters may stand in a username by chance, and that is looked through as well.
    const chance = (name: keyof typeof bought) =>
      !/^#?\d+$/.test(text) && bought[name].username.includes(text);
    const found = NEWEST_FIRST.filter((name) => names.includes(name) || chance(name));
    expect(await idsOf({ search: search() })).toEqual(ids(...found));
  });

  // spec: C2.55
  it('are found by host and port, all of them', async () => {
    expect(await idsOf({ search: 'localhost:3128' })).toHaveLength(6);
  });

  // spec: C2.63, C3.19
  it('have figures over all of them, whatever the page and filter', async () => {
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

  it('are nothing for somebody who never bought', async () => {
    const nobody = await shop.createCustomer();
    const { page, statistics } = await proxies.list(nobody, {}, { page: 1, perPage: 10 });
    expect(page).toMatchObject({ rows: [], total: 0 });
    expect(statistics).toMatchObject({ active: 0, total: 0, countries: 0, perType: {} });
    expect(statistics.spent.isZero).toBe(true);
  });

  it('are not there for anybody else', async () => {
    const { id, apiId } = bought.lagos;
    const settings = { ...poolRequest(), protocol: 'socks5' as const };
    expect(await catchErrorCode(proxies.get(stranger, id))).toBe('not_found PROXY_NOT_FOUND');
    expect(await catchErrorCode(proxies.updatePool(stranger, apiId, settings))).toBe(
      'not_found PROXY_NOT_FOUND',
    );
    expect(
      await catchErrorCode(proxies.updateDatacenter(stranger, bought.rack.apiId, 'socks5')),
    ).toBe('not_found PROXY_NOT_FOUND');
    expect((await proxies.get(actor, id)).protocol).toBe('http');
  });

  it.each([0, -1, 999_999, 2_147_483_648, Number.MAX_SAFE_INTEGER])(
    'have no number %s',
    async (id) => {
      expect(await catchErrorCode(proxies.get(actor, id))).toBe('not_found PROXY_NOT_FOUND');
    },
  );

  describe('when changed', () => {
    it('reach the gateway, keep their credentials and leave an audit row', async () => {
      const before = bought.lagos;
      const after = await proxies.updatePool(
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
      const [credential] = await shop.sql(
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
      const [audit] = await shop.sql<{ changes: unknown }>(
        `SELECT changes FROM audit_log WHERE action = 'proxy.reconfigured' AND target = $1`,
        [`proxy:${before.id}`],
      );
      expect(audit?.changes).toMatchObject({
        before: { protocol: 'http', country: 'ng', city: 'ikeja' },
        after: { protocol: 'socks5', country: 'ke', isp: 'safaricom' },
      });
    });

    it('go back to anywhere', async () => {
      const after = await proxies.updatePool(actor, bought.random.apiId, {
        ...poolRequest({ country: 'zz' }),
      });
      expect(after).toMatchObject({ country: 'zz', region: null, city: null, isp: null });
    });

    it('take only places that are there', async () => {
      const wish = { ...poolRequest({ region: 'lagos', city: 'kumasi' }) };
      await expect(proxies.updatePool(actor, bought.random.apiId, wish)).rejects.toMatchObject({
        details: { city: [expect.any(String)] },
      });
      const [row] = await shop.sql(`SELECT country FROM proxy WHERE id = $1`, [bought.random.id]);
      expect(row).toEqual({ country: 'zz' });
    });

    it('change the protocol of a datacenter proxy', async () => {
      const after = await proxies.updateDatacenter(actor, bought.rack.apiId, 'socks5');
      expect(after.protocol).toBe('socks5');
      const [credential] = await shop.sql(
        `SELECT protocol, exit_address FROM gateway_credential WHERE username = $1`,
        [after.username],
      );
      expect(credential).toEqual({ protocol: 'socks5', exit_address: bought.rack.ip });
    });

    it.each<[string, () => Promise<unknown>, string]>([
      [
        'one of the other kind',
        () => proxies.updateDatacenter(actor, bought.mobile.apiId, 'http'),
        'invalid VALIDATION_FAILED',
      ],
      [
        'a datacenter proxy to a place',
        () => proxies.updatePool(actor, bought.rack.apiId, poolRequest()),
        'invalid VALIDATION_FAILED',
      ],
      [
        'one taken for another connection type',
        () => proxies.updatePool(actor, bought.mobile.apiId, poolRequest(), 'residential'),
        'invalid VALIDATION_FAILED',
      ],
      [
        'an expired one',
        () => proxies.updatePool(actor, bought.ended.apiId, poolRequest()),
        'conflict PROXY_EXPIRED',
      ],
      [
        'a suspended one',
        () => proxies.updatePool(actor, bought.suspended.apiId, poolRequest()),
        'conflict PROXY_SUSPENDED',
      ],
    ])('refuse %s', async (_what, change, expected) => {
      expect(await catchErrorCode(change())).toBe(expected);
    });

    it('stay as they are when the provider gives no answer', async () => {
      jest
        .spyOn(shop.provider, 'reconfigure')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: 'timeout' });
      expect(await catchErrorCode(proxies.updateDatacenter(actor, bought.rack.apiId, 'http'))).toBe(
        'upstream_failed CONFIGURATION_FAILED',
      );
      const [row] = await shop.sql(`SELECT protocol FROM proxy WHERE id = $1`, [bought.rack.id]);
      expect(row).toEqual({ protocol: 'socks5' });
    });
  });
});
