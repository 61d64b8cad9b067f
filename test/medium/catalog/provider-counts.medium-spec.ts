import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import {
  FakeDataimpulse,
  FakeEvomi,
  FakeIproyal,
  FakeOxylabs,
  type FakeTrafficAccount,
} from '../../../src/sandbox/providers/fake-traffic-accounts';
import { ProviderStockService } from '../../../src/catalog/providers/provider-stock.service';
import { NetworkUsageService } from '../../../src/catalog/usage/usage.service';
import { NETWORKS, PROVIDERS, ProviderStand, COUNTRY_ONLY } from './provider-stand';
import { useTestApp } from '../../support/use-test-app';
import { ProviderPlacesService } from '../../../src/catalog/places/provider-places.service';

const stand = useTestApp(() => ProviderStand.open());

const GB = 1_000_000_000;

interface Kind {
  kind: 'dataimpulse' | 'evomi' | 'iproyal' | 'oxylabs';
  fake: () => FakeTrafficAccount;
}

const KINDS: Kind[] = [
  { kind: 'dataimpulse', fake: () => new FakeDataimpulse() },
  { kind: 'evomi', fake: () => new FakeEvomi() },
  { kind: 'iproyal', fake: () => new FakeIproyal() },
  { kind: 'oxylabs', fake: () => new FakeOxylabs() },
];

describe('What accounts count of their traffic', () => {
  afterEach(() => stand.clear());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    stand.call(method, path, body);
  const connect = ({ kind, fake }: Kind, more: object = {}) => stand.connect(kind, fake(), more);
  const addNetwork = (dialect: string, more: object = {}) => stand.addNetwork(dialect, more);
  const stock = () => stand.app.nest.get(ProviderStockService, { strict: false });
  const compare = () => stand.app.nest.get(NetworkUsageService, { strict: false }).compareAll();
  /** A reading over HTTP that counts as one of `at`. */
  const readAt = async (id: number, at: string) => {
    await stock().readBalance(id);
    const [account] = await stand.source.query<{ last_error: string | null }[]>(
      `SELECT last_error FROM supply_provider WHERE id = $1`,
      [id],
    );
    expect(account!.last_error).toBeNull();
    await stand.source.query(
      `UPDATE supply_provider_reading SET read_at = $2 WHERE provider_id = $1
         AND read_at = (SELECT max(read_at) FROM supply_provider_reading WHERE provider_id = $1)`,
      [id, at],
    );
  };
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  /** Yesterday as the provider counts it. */
  const spendYesterday = async (id: number, fake: FakeTrafficAccount, bytes: number) => {
    await readAt(id, `${daysAgo(1)}T00:00Z`);
    fake.spend(bytes);
    await readAt(id, `${daysAgo(0)}T00:00Z`);
  };
  const daysOf = async (id: number) => {
    const { body } = await call('GET', `${NETWORKS}/${id}/provider-usage`);
    return (body.data as unknown as { days: { day: string; provider_bytes: number }[] }).days;
  };
  const listed = async (path: string, list: string) => {
    const { body } = await call('GET', path);
    return (body.data as unknown as Record<string, Record<string, unknown>[]>)[list]!;
  };

  describe.each(KINDS)('$kind', (kind) => {
    it('should compare the running count with its own', async () => {
      const { id, fake } = await connect(kind);
      const networkId = await addNetwork(kind.kind, {
        bytes_per_gb: kind.kind === 'dataimpulse' ? 2 ** 30 : GB,
      });
      await spendYesterday(id, fake, 7 * GB);
      await compare();
      const days = await daysOf(networkId);
      expect(days).toMatchObject([{ day: daysAgo(1), source: 'api', is_off: true }]);
      // Gigabytes have fractions on the way.
      expect(Math.abs(days[0]!.provider_bytes - 7 * GB)).toBeLessThan(1000);
    });

    it('should tell staff of a key that is refused, and never the key', async () => {
      const { id } = await connect(kind, { api_key: 'login:wrong-key' });
      await stock().readBalances();
      const [provider] = await listed(PROVIDERS, 'providers');
      expect(provider).toMatchObject({
        id,
        last_error: expect.stringMatching(/^It refuses the /) as string,
      });
      expect(JSON.stringify(provider)).not.toContain('wrong-key');
    });

    it('should keep what it knew when the account does not answer', async () => {
      const { id, fake, api } = await connect(kind);
      await stock().readBalance(id);
      const [before] = await listed(PROVIDERS, 'providers');
      fake.spend(GB);
      api.plan('/', { status: 503, text: 'busy' }, 5);
      await stock().readBalances();
      const [after] = await listed(PROVIDERS, 'providers');
      expect(after).toMatchObject({
        left_gb: before!.left_gb,
        last_error: 'It answered with status 503.',
      });
    });
  });

  it('should warn of paid traffic that is worth less than the minimum balance', async () => {
    const alerts = stand.app.nest.get(AlertConditionQueries, { strict: false });
    const { id, fake } = await connect(KINDS[2]!);
    const networkId = await addNetwork('iproyal', { minimum_balance_usd: 60 });
    fake.balance = 20.5;
    await stock().readBalance(id);
    expect(await alerts.find(['supply_balance'])).toEqual([]);
    fake.balance = 19.5;
    await stock().readBalance(id);
    expect(await alerts.find(['supply_balance'])).toMatchObject([
      { key: `supply_balance:${networkId}` },
    ]);
    expect(await listed('/admin/supply/network-usage', 'networks')).toMatchObject([
      { network_id: networkId, balance_usd: null, left_gb: 19.5 },
    ]);
  });

  it('should take the account that a network belongs to', async () => {
    const [first, second] = [
      await connect(KINDS[2]!, { name: 'One' }),
      await connect(KINDS[2]!, { name: 'Two' }),
    ];
    // Of two accounts nobody knows whose a network without a link is.
    const loose = await addNetwork('iproyal', { name: 'Loose' });
    const linked = await addNetwork('iproyal', { name: 'Linked', provider_id: second.id });
    await spendYesterday(first.id, first.fake, 3 * GB);
    await spendYesterday(second.id, second.fake, 5 * GB);
    await compare();
    expect(await daysOf(loose)).toEqual([]);
    expect(await daysOf(linked)).toMatchObject([{ provider_bytes: 5 * GB }]);
    const usage = await listed('/admin/supply/network-usage', 'networks');
    expect(usage).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ network_id: loose, left_gb: null }),
        expect.objectContaining({ network_id: linked, left_gb: 45 }),
      ]),
    );
    // Without the first account the second is the only one, and it belongs to another network.
    expect((await call('DELETE', `${PROVIDERS}/${first.id}`)).status).toBe(200);
    expect(await listed('/admin/supply/network-usage', 'networks')).toEqual(
      expect.arrayContaining([expect.objectContaining({ network_id: loose, left_gb: null })]),
    );
    expect((await call('DELETE', `${PROVIDERS}/${second.id}`)).status).toBe(200);
    const { body } = await call('GET', `${NETWORKS}/${linked}`);
    expect(body.data).toMatchObject({ network: { provider_id: null } });
  });

  it('should refuse accounts of other providers and those that are gone, and hide links from sub-admins', async () => {
    const { id } = await connect(KINDS[1]!);
    const refused = await call('POST', NETWORKS, stand.network('iproyal', { provider_id: id }));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { provider_id: ['This account is at another provider.'] },
    ]);
    const gone = await call('POST', NETWORKS, stand.network('evomi', { provider_id: id + 999 }));
    expect([gone.status, gone.body.errors]).toEqual([
      422,
      { provider_id: ['This account is no longer connected.'] },
    ]);
    const networkId = await addNetwork('evomi', { provider_id: id });
    const subAdmin = await stand.app.signUp('sub-admin');
    const { body } = await stand.app.call(
      'GET',
      `${NETWORKS}/${networkId}`,
      undefined,
      subAdmin.headers,
    );
    expect(body.data).toMatchObject({ network: { provider_id: null } });
  });
});

const ALL = { region: true, city: true, isp: true };

interface List {
  level: string;
  count: number;
  source: string;
  error: string | null;
  imported_at: string;
}

describe('Places that the APIs of providers list', () => {
  afterEach(() => stand.clear());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    stand.call(method, path, body);
  /** A network and the account of its provider's API. */
  const connect = async <T extends FakeTrafficAccount>(
    kind: string,
    fake: T,
    more: object = {},
  ): Promise<{ fake: T; path: string }> => {
    await stand.connect(kind, fake);
    const id = await stand.addNetwork(kind, { targeting: ALL, ...more });
    return { fake, path: `/admin/supply/networks/${id}` };
  };
  const read = (path: string, body: object = {}) => call('POST', `${path}/places/read`, body);
  const state = async (path: string) => {
    const { body } = await call('GET', `${path}/places`);
    return body.data as unknown as { lists: List[]; account: object | null };
  };
  const counts = async (path: string) =>
    Object.fromEntries((await state(path)).lists.map(({ level, count }) => [level, count]));
  const preview = async (path: string, request: object) => {
    const { body } = await call('POST', `${path}/preview`, { country: 'de', ...request });
    return body.errors ?? (body.data as unknown as { password_masked: string }).password_masked;
  };
  const importCities = (path: string, ...rows: string[]) =>
    call('POST', `${path}/places/import`, {
      text: ['level,country,name,provider_name', ...rows].join('\n'),
    });
  const refresh = () => stand.app.nest.get(ProviderPlacesService, { strict: false }).refreshDue();
  const age = (days: number) =>
    stand.source.query(
      `UPDATE supply_place_list SET imported_at = now() - make_interval(days => ${days})`,
    );

  it('should read the tree of IPRoyal, say first what would change, and use its words', async () => {
    const { fake, path } = await connect('iproyal', new FakeIproyal());
    expect(await state(path)).toEqual({
      lists: [],
      account: { name: 'Account iproyal', levels: ['country', 'region', 'city', 'isp'] },
    });
    const dryRun = await read(path, { dry_run: true });
    // Germany, Nigeria; Hesse; Berlin, Frankfurt, Lagos; Telekom. Nowhere and its city are none of ours.
    const expected = { added: 7, changed: 0, removed: 0, skipped: 2 };
    expect(dryRun.body.data).toMatchObject({ ...expected, stored: false });
    expect(await counts(path)).toEqual({});
    expect((await read(path)).body.data).toMatchObject({ ...expected, stored: true });
    expect(await counts(path)).toEqual({ country: 2, region: 1, city: 3, isp: 1 });
    expect(await preview(path, { city: 'frankfurt-am-main' })).toContain('city-frankfurtammain');
    expect(await preview(path, { isp: 'deutsche-telekom-ag' })).toContain('isp-telekom');
    expect(await preview(path, { city: 'hamburg' })).toEqual({
      city: ['The provider does not list this city'],
    });
    expect(fake.calls).toEqual(['GET /access/countries', 'GET /access/countries']);
    expect((await read(path)).body.data).toMatchObject({ added: 0, unchanged: 7 });
  });

  it('should read Evomi by product, and leave regions out that have no country', async () => {
    const { path } = await connect('evomi', new FakeEvomi());
    await read(path);
    expect(await counts(path)).toEqual({ country: 2, city: 1, isp: 1 });
    expect(await preview(path, { isp: 'deutsche-telekom-ag' })).toContain('_isp-deutsche_telekom');
    // No list of regions: their names go out as they come.
    expect(await preview(path, { region: 'hesse' })).toContain('_region-hesse');
    await stand.source.query('DELETE FROM supply_network');
    await stand.source.query('DELETE FROM supply_provider');
    const mobile = await connect('evomi', new FakeEvomi(), { kind: 'mobile' });
    await read(mobile.path);
    expect(await counts(mobile.path)).toEqual({ country: 1 });
  });

  it('should read the countries of DataImpulse, and say that Oxylabs lists none', async () => {
    const { fake, path } = await connect('dataimpulse', new FakeDataimpulse());
    expect((await read(path)).status).toBe(200);
    expect(await counts(path)).toEqual({ country: 1 });
    expect(fake.calls).toEqual(['POST /user/token/get', 'POST /common/locations/countries']);
    await stand.source.query('DELETE FROM supply_network');
    const none = await connect('oxylabs', new FakeOxylabs(), { targeting: COUNTRY_ONLY });
    expect(await state(none.path)).toEqual({ lists: [], account: null });
    const { status, body } = await read(none.path);
    expect([status, body.code]).toEqual([409, 'PROVIDER_CANNOT']);
  });

  it('should say why it reads nothing, and keep what there is', async () => {
    const { path } = await connect('iproyal', new FakeIproyal('another-key'));
    await stand.source.query('UPDATE supply_provider SET enabled = true');
    const refused = await read(path);
    expect([refused.status, refused.body.code]).toEqual([502, 'PROVIDER_REFUSED']);
    expect(refused.body.message).not.toContain('sandbox-key');
    await stand.source.query('DELETE FROM supply_provider');
    const unlinked = await read(path);
    expect([unlinked.status, unlinked.body.code]).toEqual([409, 'PROVIDER_CANNOT']);
    expect((await read('/admin/supply/networks/999999')).status).toBe(404);
    expect((await read(path, { dry_run: 'yes' })).status).toBe(422);
    const subAdmin = await stand.app.signUp('sub-admin');
    const { status } = await stand.app.call('POST', `${path}/places/read`, {}, subAdmin.headers);
    expect(status).toBe(403);
  });

  it('should read lists of an API again each week, and never those of a file', async () => {
    const { fake, path } = await connect('iproyal', new FakeIproyal());
    await read(path);
    await importCities(path, 'city,de,Ulm,ulm', 'city,de,Köln,cologne');
    await age(6);
    await refresh();
    expect(fake.calls).toHaveLength(1);
    await age(8);
    const [germany, nigeria, nowhere] = fake.countries;
    fake.countries = [germany!, nigeria!, { code: 'gh', name: 'Ghana' }, nowhere!];
    await refresh();
    expect(fake.calls).toHaveLength(2);
    expect(await counts(path)).toEqual({ country: 3, region: 1, city: 2, isp: 1 });
    const { lists } = await state(path);
    expect(lists.map(({ level, source: from }) => [level, from])).toEqual([
      ['city', 'file'],
      ['country', 'api'],
      ['isp', 'api'],
      ['region', 'api'],
    ]);
    // Read just now, so there is nothing to do.
    await refresh();
    expect(fake.calls).toHaveLength(2);
    // The job records the level that changed only.
    const [row] = await stand.source.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM audit_log
       WHERE action = 'system.network_places_imported' AND actor_id IS NULL`,
    );
    expect(row?.count).toBe(1);
  });

  it('should keep a list that is cut or cannot be read, and say so', async () => {
    const { fake, path } = await connect('iproyal', new FakeIproyal());
    await read(path);
    await age(8);
    fake.countries = [{ code: 'de', name: 'Germany' }];
    await refresh();
    // Half of the countries is left, but none of the rest.
    expect(await counts(path)).toEqual({ country: 1, region: 1, city: 3, isp: 1 });
    const errors = async () => (await state(path)).lists.map(({ error }) => error);
    const cut: unknown = expect.stringContaining('lists only 0 of them');
    expect(await errors()).toEqual([cut, null, cut, cut]);
    await stand.stopApis();
    await age(8);
    await refresh();
    expect(await errors()).toEqual(Array(4).fill(expect.stringContaining('The provider failed')));
  });
});
