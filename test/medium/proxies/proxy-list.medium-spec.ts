import type { Actor } from '../../../src/common/security/actor';
import { PlaceService } from '../../../src/proxies/places/place.service';
import type { ProxyListQuery } from '../../../src/proxies/proxies.dto';
import type { UpdateResidentialMobileDto } from '../../../src/proxies/proxy-settings.dto';
import { ProxySettingsService } from '../../../src/proxies/proxy-settings.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { ProxiesService, type OwnedProxy } from '../../../src/proxies/proxies.service';
import {
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  useProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
} from './proxies-test-app';

const NEWEST_FIRST = ['suspended', 'expired', 'datacenter', 'random', 'mobile', 'lagos'] as const;

describe('Lists and settings of proxies', () => {
  const app = useProxiesTestApp();
  let proxies: ProxiesService;
  let places: PlaceService;
  let settings: ProxySettingsService;
  let actor: Actor;
  let otherCustomer: Actor;
  const buy = async (over?: Parameters<typeof poolRequest>[0]): Promise<OwnedProxy> => {
    const receipt = await app.orders.buyPool(actor, poolRequest(over));
    return proxies.get(actor, receipt.proxies[0]!.id);
  };
  const bought: Record<
    'lagos' | 'mobile' | 'random' | 'datacenter' | 'expired' | 'suspended',
    OwnedProxy
  > = {} as never;

  beforeAll(async () => {
    proxies = app.module.get(ProxiesService, { strict: false });
    places = app.module.get(PlaceService, { strict: false });
    settings = app.module.get(ProxySettingsService, { strict: false });
    [actor, otherCustomer] = [await app.createCustomer(500_000), await app.createCustomer(500_000)];
    bought.lagos = await buy({ city: 'ikeja', region: 'lagos' });
    bought.mobile = await buy({ proxy_type: 'mobile_ipv4', country: 'gh' });
    bought.random = await buy({ country: 'zz' });
    const datacenterReceipt = await app.orders.buyDatacenter(
      actor,
      datacenterRequest(await app.getCountryId('ng')),
    );
    bought.datacenter = await proxies.get(actor, datacenterReceipt.proxies[0]!.id);
    bought.expired = await buy({ country: 'us' });
    bought.suspended = await buy({ country: 'de' });
    await app.orders.buyPool(otherCustomer, poolRequest({ country: 'jp' }));
    await app.sql(`UPDATE proxy SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
      bought.expired.id,
    ]);
    await app.sql(`UPDATE proxy SET status = 'suspended' WHERE id = $1`, [bought.suspended.id]);
  });

  type Wish = Omit<UpdateResidentialMobileDto, 'proxy_id'>;
  const update = (by: Actor, proxy_id: string, wish: Wish) =>
    places.updatePool(by, { ...wish, proxy_id });
  const listIds = async (query: ProxyListQuery) =>
    (await proxies.list(actor, query)).proxies.map(({ id }) => id);
  const ids = (...names: (keyof typeof bought)[]) => names.map((name) => bought[name].id);

  it('should list only the proxies of the customer, newest first', async () => {
    expect(await listIds({})).toEqual(ids(...NEWEST_FIRST));
    expect((await proxies.list(otherCustomer, {})).pagination.total).toBe(1);
  });

  it('should page without gaps or repeats', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => listIds({ page, per_page: 2 })));
    expect(pages.flat()).toEqual(await listIds({}));
    const { pagination } = await proxies.list(actor, { page: 3, per_page: 2 });
    expect(pagination.total).toBe(6);
    expect(await listIds({ page: 4, per_page: 2 })).toEqual([]);
  });

  it('should treat a proxy as expired from expires_at on, whatever the stored status', async () => {
    expect(await listIds({ status: 'expired' })).toEqual(ids('expired'));
    expect(await listIds({ status: 'suspended' })).toEqual(ids('suspended'));
    expect(await listIds({ status: 'active' })).toEqual(
      ids('datacenter', 'random', 'mobile', 'lagos'),
    );
    expect((await proxies.get(actor, bought.expired.id)).isExpired).toBe(true);
  });

  it('should filter by type and status', async () => {
    expect(await listIds({ type: 'mobile_ipv4' })).toEqual(ids('mobile'));
    expect(await listIds({ type: 'individual_ipv4' })).toEqual(ids('datacenter'));
    expect(await listIds({ type: 'residential_ipv4', status: 'active' })).toEqual(
      ids('random', 'lagos'),
    );
  });

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

  it('should search by host and port', async () => {
    expect(await listIds({ search: 'localhost:3128' })).toHaveLength(6);
  });

  it('should calculate the statistics over all proxies, whatever the page and filter', async () => {
    const { statistics } = await proxies.list(actor, { status: 'suspended', page: 9, per_page: 1 });
    expect(statistics).toEqual({
      active_proxies: 4,
      total_proxies: 6,
      total_spent: 4 * ONE_GB_PRICE + 8000 + NIGERIAN_ADDRESS_PRICE,
      total_countries: 4,
      proxy_types: { individual_ipv4: 1, mobile_ipv4: 1, residential_ipv4: 4 },
    });
  });

  it('should return an empty list and zero statistics for a customer without purchases', async () => {
    const newCustomer = await app.createCustomer();
    const { proxies: listed, pagination, statistics } = await proxies.list(newCustomer, {});
    expect(listed).toEqual([]);
    expect(pagination.total).toBe(0);
    expect(statistics).toEqual({
      ...{ active_proxies: 0, total_proxies: 0, total_spent: 0, total_countries: 0 },
      proxy_types: {},
    });
  });

  it('should answer not_found for the proxies of another customer', async () => {
    const { id, apiId } = bought.lagos;
    const wish = { ...poolRequest(), protocol: 'socks5' as const };
    expect(await catchErrorCode(proxies.get(otherCustomer, id))).toBe('not_found PROXY_NOT_FOUND');
    expect(await catchErrorCode(update(otherCustomer, apiId, wish))).toBe(
      'not_found PROXY_NOT_FOUND',
    );
    expect(
      await catchErrorCode(
        settings.updateDatacenter(otherCustomer, bought.datacenter.apiId, 'socks5'),
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
      const after = await update(actor, before.apiId, {
        ...{ protocol: 'socks5', ttl_minutes: -1, connection_type: 'residential' },
        ...{ country: 'ke', region: 'nairobi', city: 'nairobi', isp: 'safaricom' },
      });
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
      const after = await update(actor, bought.random.apiId, poolRequest({ country: 'zz' }));
      expect(after).toMatchObject({ country: 'zz', region: null, city: null, isp: null });
    });

    it('should refuse a location that is not on sale', async () => {
      const request = poolRequest({ region: 'lagos', city: 'kumasi' });
      await expect(update(actor, bought.random.apiId, request)).rejects.toMatchObject({
        details: { city: [expect.any(String)] },
      });
      const [row] = await app.sql(`SELECT country FROM proxy WHERE id = $1`, [bought.random.id]);
      expect(row).toEqual({ country: 'zz' });
    });

    it('should change the protocol of a datacenter proxy', async () => {
      const after = await settings.updateDatacenter(actor, bought.datacenter.apiId, 'socks5');
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
        () => settings.updateDatacenter(actor, bought.mobile.apiId, 'http'),
        'invalid VALIDATION_FAILED',
      ],
      [
        'a pool update of a datacenter proxy',
        () => update(actor, bought.datacenter.apiId, poolRequest()),
        'invalid VALIDATION_FAILED',
      ],
      [
        'another connection type',
        () =>
          update(actor, bought.mobile.apiId, { ...poolRequest(), connection_type: 'residential' }),
        'invalid VALIDATION_FAILED',
      ],
      [
        'an expired proxy',
        () => update(actor, bought.expired.apiId, poolRequest()),
        'conflict PROXY_EXPIRED',
      ],
      [
        'a suspended proxy',
        () => update(actor, bought.suspended.apiId, poolRequest()),
        'conflict PROXY_SUSPENDED',
      ],
    ])('should refuse %s', async (_what, change, expected) => {
      expect(await catchErrorCode(change())).toBe(expected);
    });

    /** What the gateways read, without what one answer of the API leaves out. */
    const getServed = async (id: number) => {
      const [row] = await app.sql(
        `SELECT protocol, ttl_minutes, country, region, city, isp
         FROM gateway_credential WHERE proxy_id = $1`,
        [id],
      );
      return row;
    };
    const getChanges = async (id: number) =>
      (
        await app.sql<{ changes: { before: object; after: object } }>(
          `SELECT changes FROM audit_log WHERE action = 'proxy.reconfigured' AND target = $1 ORDER BY id`,
          [`proxy:${id}`],
        )
      ).map(({ changes }) => changes);

    it('should leave all of what one of several concurrent changes asked for', async () => {
      const { id, apiId } = await buy();
      const wishes: Wish[] = [
        { protocol: 'socks5', ttl_minutes: 5, ...place('gh', 'greater_accra') },
        { protocol: 'http', ttl_minutes: -1, ...place('ke', 'nairobi') },
        { protocol: 'socks5', ttl_minutes: 0, ...place('ng', 'lagos') },
      ];
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([...wishes, ...wishes].map((wish) => update(actor, apiId, wish)));
        expect(wishes).toContainEqual(await getServed(id));
      }
      // Each began with what the one before it had left.
      const changes = await getChanges(id);
      expect(changes).toHaveLength(30);
      for (const [index, { before }] of changes.entries())
        if (index > 0) expect(before).toEqual(changes[index - 1]!.after);
    });

    it('should change or refuse, and leave the proxy as it was, when it is suspended at the same time', async () => {
      const lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
      for (let round = 0; round < 5; round += 1) {
        const { id, apiId } = await buy();
        const wish = {
          protocol: 'socks5',
          ttl_minutes: 5,
          ...place('gh', 'greater_accra'),
        } as const;
        const before = await getServed(id);
        const [outcome] = await Promise.all([
          catchErrorCode(update(actor, apiId, wish)),
          lifecycle.suspend({ ...otherCustomer, role: 'admin' }, id, 'Abuse'),
        ]);
        const isChanged = outcome === 'no error';
        if (!isChanged) expect(outcome).toBe('conflict PROXY_SUSPENDED');
        expect(await getServed(id)).toEqual(isChanged ? wish : before);
        expect(await getChanges(id)).toHaveLength(isChanged ? 1 : 0);
      }
    });
  });
});

const place = (country: string, region: string) => ({ country, region, city: null, isp: null });
