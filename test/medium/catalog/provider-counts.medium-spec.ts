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
import { NETWORKS, PROVIDERS, ProviderStand } from './provider-stand';
import { useTestApp } from '../../support/use-test-app';

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
  const stand = useTestApp(() => ProviderStand.open());

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
