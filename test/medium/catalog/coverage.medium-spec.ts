import { DataSource } from 'typeorm';
import {
  ExitListService,
  EXIT_LIST_EXAMPLE,
  parseExitList,
} from '../../../src/catalog/exits/exit-list.service';
import { useHttpTestApp, type Customer } from '../proxies/http-test-app';

interface Coverage {
  coverage: { country: string; kind: string; exits: number; networks: { name: string }[] }[];
  pagination: { total: number; last_page: number };
}

describe('Coverage', () => {
  const app = useHttpTestApp();
  let admin: Customer;
  let subAdmin: Customer;
  let source: DataSource;

  const addNetwork = async (more: object) => {
    const body = {
      ...{ name: 'IPRoyal', dialect: 'iproyal', kind: 'residential', protocol: 'http' },
      ...{ host: 'geo.iproyal.com', port: 12321, username: 'shop-account', password: 'secret' },
      ...{ countries: ['ng', 'is'], targeting: { region: false, city: false, isp: false } },
      ...{ cost_usd_per_gb: 2.75, bytes_per_gb: 1_000_000_000, weight: 1, enabled: true },
      ...more,
    };
    const { status } = await app.call('POST', '/admin/supply/networks', body, admin.headers);
    expect(status).toBe(201);
  };
  const list = async (query = '', by = admin): Promise<Coverage> => {
    const path = `/admin/supply/coverage${query}`;
    const { status, body } = await app.call('GET', path, undefined, by.headers);
    expect(status).toBe(200);
    return body.data as unknown as Coverage;
  };

  beforeAll(async () => {
    admin = await app.signUp('admin');
    subAdmin = await app.signUp('sub-admin');
    source = app.nest.get(DataSource);
    await source.query('TRUNCATE exit_node, stock_unit, gateway RESTART IDENTITY CASCADE');
    await app.nest.get(ExitListService).add(parseExitList(EXIT_LIST_EXAMPLE));
    await addNetwork({});
    await addNetwork({ name: 'Decodo', dialect: 'decodo', countries: ['ng'] });
    await addNetwork({ name: 'Off', countries: ['gh'], enabled: false });
  });

  it('should join the exits and the networks of each country and kind', async () => {
    const { coverage, pagination } = await list('', subAdmin);
    expect(pagination.total).toBe(3);
    expect(coverage).toMatchObject([
      { country: 'de', country_name: 'Germany', kind: 'datacenter', exits: 1, networks: [] },
      { country: 'is', kind: 'residential', exits: 0, networks: [{ name: 'IPRoyal' }] },
      {
        ...{ country: 'ng', kind: 'residential', exits: 1, not_served: 0 },
        networks: [{ name: 'Decodo' }, { name: 'IPRoyal' }],
      },
    ]);
    expect(JSON.stringify(coverage)).not.toMatch(/2\.75|shop-account/);
  });

  it('should filter by kind and country, and page', async () => {
    const countries = async (query: string) =>
      (await list(query)).coverage.map(({ country }) => country);
    expect(await countries('?kind=datacenter')).toEqual(['de']);
    expect(await countries('?search=ice')).toEqual(['is']);
    expect(await countries('?page=2&per_page=2')).toEqual(['ng']);
  });

  it('should list every country of the catalogue for a network of all, and nobody but staff', async () => {
    await addNetwork({ name: 'Everywhere', countries: '*', kind: 'mobile' });
    const [{ count }] = await source.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM catalog_country',
    );
    expect((await list('?kind=mobile')).pagination.total).toBe(count);
    const customer = await app.signUp();
    const refused = await app.call('GET', '/admin/supply/coverage', undefined, customer.headers);
    expect(refused.status).toBe(403);
  });
});
