import { poll } from '../../../src/embedded/poll';
import { poolOrderBody } from '../proxies/http-test-app';
import { SupplyStand, WITHIN_MS } from './supply-stand';
import { useTestApp } from '../../support/use-test-app';

jest.setTimeout(240_000);

interface Outcome {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  problems: { line: number; message: string }[];
  problem_count: number;
  stored: boolean;
}
const HEAD = 'level,country,name,provider_name';

describe('Names that providers have for places', () => {
  const stand = useTestApp(() => SupplyStand.open());
  let path: string;
  let network: Awaited<ReturnType<SupplyStand['addNetwork']>>;

  beforeAll(async () => {
    network = await stand.addNetwork('Main');
    path = `/admin/supply/networks/${network.id}`;
    await stand.addProxy('places');
  });
  afterEach(() => stand.sql('DELETE FROM supply_place_list'));
  afterEach(() => stand.sql('DELETE FROM supply_place'));

  const call = (method: 'GET' | 'POST' | 'DELETE', to: string, body?: object) =>
    stand.app.call(method, to, body, stand.admin.headers);
  const load = async (rows: string[], more: object = {}): Promise<Outcome> => {
    const text = [HEAD, ...rows].join('\n');
    const { status, body } = await call('POST', `${path}/places/import`, { text, ...more });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.data as unknown as Outcome;
  };
  const preview = async (request: object) => {
    const { body } = await call('POST', `${path}/preview`, request);
    return (body.data as { username?: string } | undefined)?.username ?? body.errors;
  };
  const lists = async () => {
    const { body } = await call('GET', `${path}/places`);
    return (
      body.data as unknown as { lists: { level: string; count: number; imported_at: string }[] }
    ).lists;
  };
  const quote = async (place: object) => {
    const order = { ...poolOrderBody, country: 'DE', region: '', ...place };
    return (await call('POST', '/pricing/quote', order)).status;
  };

  it('should say what an import would do, and store nothing', async () => {
    const rows = ['city,de,Berlin,berlin-mitte', 'city,de,Köln,cologne'];
    expect(await load(rows, { dry_run: true })).toMatchObject({ added: 2, stored: false });
    expect(await lists()).toEqual([]);
    expect(await load(rows)).toMatchObject({ added: 2, stored: true });
    expect(await lists()).toMatchObject([{ level: 'city', count: 2 }]);
  });

  it('should replace or add, level by level, and export what it reads', async () => {
    await load(['city,de,Berlin,b1', 'city,de,Köln,cologne', 'region,de,Bayern,bavaria']);
    const importedAt = async () => (await lists()).map(({ imported_at: at }) => at);
    const [, before] = await importedAt();
    const next = ['city,de,berlin,b2', 'city,fr,"Aix, Provence",aix'];
    expect(await load(next, { mode: 'add', dry_run: true })).toMatchObject({
      ...{ added: 1, changed: 1, removed: 0, unchanged: 0 },
    });
    expect(await load(next)).toMatchObject({ added: 1, changed: 1, removed: 1 });
    expect(await lists()).toMatchObject([
      { level: 'city', count: 2 },
      { level: 'region', count: 1 },
    ]);
    // A list of cities leaves that of the regions as it is.
    const [cities, regions] = await importedAt();
    expect([regions, cities === before]).toEqual([before, false]);
    const exported = await stand.app.nest.inject({
      ...{ method: 'GET', url: `/api/v1${path}/places/export`, headers: stand.admin.headers },
    });
    expect(exported.body).toBe(
      `${HEAD}\r\ncity,de,berlin,b2\r\ncity,fr,"Aix, Provence",aix\r\nregion,de,Bayern,bavaria\r\n`,
    );
    const again = await call('POST', `${path}/places/import`, { text: exported.body });
    expect(again.body.data).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
  });

  it('should store no line while one cannot be read, and say which', async () => {
    const outcome = await load([
      'city,de,Berlin,berlin',
      'town,de,Ulm,ulm',
      'city,xx,Ulm,ulm',
      'city,de,,',
      'city,de,Ulm,ulm:7000',
      'city,de,BERLIN,other',
    ]);
    expect(outcome).toMatchObject({ stored: false, problem_count: 5 });
    expect(outcome.problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(await lists()).toEqual([]);
    const text = 'level,country\ncity,de';
    const { body } = await call('POST', `${path}/places/import`, { text });
    expect(body.data).toMatchObject({
      problems: [{ line: 1, message: expect.stringContaining('provider_name') as string }],
    });
  });

  it('should sell and send listed places only, in the words of the provider', async () => {
    expect(await quote({ city: 'hamburg' })).toBe(200);
    await load(['city,de,Frankfurt am Main,frankfurt']);
    expect(await preview({ country: 'de', city: 'frankfurt-am-main' })).toContain('city.frankfurt');
    expect(await preview({ country: 'de', city: 'hamburg' })).toEqual({
      city: ['The provider does not list this city'],
    });
    expect(await preview({ country: 'fr', city: 'frankfurt-am-main' })).toHaveProperty('city');
    expect(await quote({ city: 'frankfurt-am-main' })).toBe(200);
    expect(await quote({ city: 'hamburg' })).toBe(422);
    expect(await quote({})).toBe(200);
    expect((await call('DELETE', `${path}/places/town`)).status).toBe(422);
    expect((await call('DELETE', `${path}/places/city`)).status).toBe(200);
    expect(await quote({ city: 'hamburg' })).toBe(200);
  });

  it('should name a country as the provider does, and keep the others', async () => {
    await load(['country,de,,germany']);
    expect(await preview({ country: 'de' })).toContain('cr.germany');
    expect(await preview({ country: 'fr' })).toContain('cr.fr');
  });

  it('should be used by a gateway within seconds, and never drop a filter', async () => {
    const { provider } = network;
    const cities = () => provider.requests.splice(0).map(({ city }) => city);
    const get = (city: string) =>
      stand.send('places', 0, `cc-de-city-${city}`).then(({ status }) => status);
    // The gateway may still use a list of the tests before.
    expect(await poll(async () => (await get('hamburg')) === 200, WITHIN_MS)).toBe(true);
    expect(new Set(cities())).toEqual(new Set(['hamburg']));
    await load(['city,de,Frankfurt am Main,frankfurt']);
    expect(await poll(async () => (await get('hamburg')) !== 200, WITHIN_MS)).toBe(true);
    cities();
    expect(await get('frankfurt-am-main')).toBe(200);
    expect(cities()).toEqual(['frankfurt']);
    await call('DELETE', `${path}/places/city`);
    expect(await poll(async () => (await get('hamburg')) === 200, WITHIN_MS)).toBe(true);
  });
});
