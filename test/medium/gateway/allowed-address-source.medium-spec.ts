import type { Pool } from 'pg';
import { AllowedAddressSource } from '../../../src/gateway/access/address-access';
import { GatewayTables } from './gateway-tables';
import { useTestApp } from '../../support/use-test-app';

interface Query {
  text: string;
  values: unknown[];
}

/** The query that a call would run. */
async function queryOf(call: (source: AllowedAddressSource) => Promise<unknown>): Promise<Query> {
  let seen: Query | undefined;
  const query = (given: Query) => {
    seen = given;
    return Promise.resolve({ rows: [] });
  };
  await call(new AllowedAddressSource({ query } as unknown as Pool));
  return seen!;
}

describe('Allowed addresses in PostgreSQL', () => {
  const tables = useTestApp(() => GatewayTables.open());

  /** 100,000 addresses: 10,000 customers with a list for their account, 10,000 proxies with one of their own. */
  beforeAll(async () => {
    const { admin } = tables;
    await admin.query(`SET session_replication_role = replica`);
    await admin.query(
      `INSERT INTO proxy (id, uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
         password_digest, password_encrypted, country, session_id, price_kobo, expires_at)
       SELECT n, gen_random_uuid(), 1 + n % 10000, 1, 'api' || n, 'residential_ipv4', 'http', 'h', 1, 2, 'user' || n,
         'x', 'x', 'zz', 'main', 1, now() + interval '1 day' FROM generate_series(1, 20000) n`,
    );
    await admin.query(
      `INSERT INTO allowed_address (user_id, proxy_id, address)
       SELECT u, CASE WHEN k < 5 THEN NULL ELSE u + 9999 END, format('11.%s.%s.%s', u / 256, u % 256, k)
       FROM generate_series(1, 10000) u, generate_series(0, 9) k`,
    );
    await admin.query(
      `INSERT INTO address_holder (address, user_id) SELECT address, user_id FROM allowed_address`,
    );
    await admin.query(`SET session_replication_role = origin`);
    await admin.query(`ANALYZE address_holder, allowed_address, proxy, setting`);
  }, 120_000);

  const pairs = Array.from({ length: 500 }, (_, n) => {
    const user = 1 + n * 7;
    return {
      address: `11.${Math.floor(user / 256)}.${user % 256}.${n % 10}`,
      proxyId: user + 9_999,
    };
  });

  it.each([
    // Lists of accounts allow two proxies each.
    ['pairs', () => queryOf((source) => source.findAllowed(pairs)), 500],
    [
      'addresses',
      () => queryOf((source) => source.findOnlyProxies(pairs.map(({ address }) => address))),
      250,
    ],
  ])('looks %s up by index among 100,000', async (_what, makeQuery, found) => {
    const { text, values } = await makeQuery();
    const { rows } = await tables.admin.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF) ${text}`,
      values,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (address_holder|allowed_address|proxy)/);
    expect(plan).toMatch(/Index.* Scan .*on (allowed_address|address_holder)/);
    const { rowCount } = await tables.admin.query(text, values);
    expect(rowCount).toBe(found);
  });
});
