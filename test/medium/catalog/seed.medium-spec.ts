import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../../src/config/app-config';
import { connectDataSource } from '../../support/data-source';
import { seed } from '../../../src/embedded/seeds/seed';
import { createTestDatabase, type TestDatabase } from '../../support/database';

describe('seed', () => {
  let database: TestDatabase;
  let source: DataSource;
  const config = () =>
    loadConfig({
      DATABASE_URL: database.url,
      NODE_ENV: 'test',
      ADMIN_EMAIL: 'boss@example.com',
      ADMIN_PASSWORD: 'a password of mine',
    });
  const production = () =>
    loadConfig({
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      APP_KEY: 'k'.repeat(32),
      APP_URL: 'https://shop.example.com',
    });
  const count = async (from: string): Promise<number> =>
    (await source.query(`SELECT count(*)::int AS n FROM ${from}`))[0].n;

  beforeEach(async () => {
    database = await createTestDatabase();
    source = await connectDataSource(database.url, 4);
  });
  afterEach(async () => {
    await source.destroy();
    await database.dispose();
  });

  it('should seed a fresh database with every kind on sale in more than fifty countries', async () => {
    const report = await seed(config());
    expect(report).toMatchObject({ adminCreated: true, prices: 16 + 13 * 3 });
    const kinds: { kind: string; countries: number }[] = await source.query(
      `SELECT kind, count(DISTINCT country)::int AS countries FROM exit_node WHERE enabled GROUP BY kind`,
    );
    expect(kinds).toHaveLength(3);
    for (const { countries } of kinds) expect(countries).toBeGreaterThanOrEqual(50);
    const [{ least }] = await source.query(
      `SELECT min(n)::int AS least FROM (
         SELECT count(s.id) AS n FROM exit_node e LEFT JOIN stock_unit s ON s.exit_node_id = e.id
         WHERE e.kind = 'datacenter' GROUP BY e.country) AS per_country`,
    );
    expect(least).toBeGreaterThanOrEqual(20);
  });

  it('should give every exit and every stock address a unique loopback address', async () => {
    await seed(config());
    const all = `(SELECT local_address AS a FROM exit_node UNION ALL SELECT address FROM stock_unit) AS t`;
    expect(await count(`(SELECT DISTINCT a FROM ${all}) AS d`)).toBe(await count(all));
    expect(
      await count(
        `${all} WHERE NOT (a::inet << '127.0.0.0/8' AND split_part(a, '.', 2)::int >= 10)`,
      ),
    ).toBe(0);
    expect(await count(`exit_node WHERE NOT simulated OR leave <> 'local'`)).toBe(0);
  });

  it('should add nothing the second time, even when two processes seed concurrently', async () => {
    const first = await Promise.all([seed(config()), seed(config())]);
    expect(first.filter((report) => report.exits > 0)).toHaveLength(1);
    expect(first.filter((report) => report.adminCreated)).toHaveLength(1);
    expect(await seed(config())).toEqual({
      countries: 0,
      prices: 0,
      exits: 0,
      stock: 0,
      adminCreated: false,
    });
  });

  it('should restore missing rows and keep changed prices and disabled exits', async () => {
    await seed(config());
    await source.query(`UPDATE exit_node SET enabled = false WHERE country = 'gh'`);
    await source.query(
      `INSERT INTO price_list (effective_at, prices, reason, author_name)
       SELECT now(), prices #- '{mobile,packages}', 'Fewer', 'staff' FROM price_list`,
    );
    await source.query(`DELETE FROM exit_node WHERE kind = 'mobile' AND city_code = 'ikeja'`);
    expect(await seed(config())).toMatchObject({ prices: 0, exits: 4, stock: 0 });
    expect(await count(`exit_node WHERE country = 'gh' AND enabled`)).toBe(0);
    expect(await count('price_list')).toBe(2);
  });

  it('should create no simulated exits in production', async () => {
    expect(await seed(production())).toMatchObject({
      exits: 0,
      stock: 0,
      adminCreated: false,
    });
    expect(
      await count(
        `price_list, jsonb_array_elements(
           (prices #> '{residential,packages}') || (prices #> '{mobile,packages}'))`,
      ),
    ).toBe(16);
    expect(await count('exit_node')).toBe(0);
  });

  it('should price 60 and 90 days at two and three times the 30-day price', async () => {
    await seed(config());
    const periods = `(
      SELECT (p ->> 'duration_minutes')::int AS minutes, o ->> 'country' AS country, (o ->> 'usd')::numeric AS usd
      FROM price_list, jsonb_array_elements(prices #> '{datacenter,periods}') AS p,
        jsonb_array_elements(p -> 'overrides' || jsonb_build_object('country', 'zz', 'usd', p -> 'usd')) AS o)`;
    const odd = await count(
      `${periods} AS p JOIN ${periods} AS m ON m.country = p.country AND m.minutes = 43200
       WHERE p.usd * 43200 <> m.usd * p.minutes`,
    );
    expect(odd).toBe(0);
    expect(await count(`${periods} AS p WHERE p.country = 'zz'`)).toBe(3);
  });
});
