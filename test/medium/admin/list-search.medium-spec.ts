import { PagingLimits } from '../../../src/admin/paging/query-cache';
import { useAdminTestApp, type TestUser } from './admin-test-app';

const USERS = 6000;

interface Pagination {
  readonly total: number;
  readonly last_page: number;
  readonly has_next_page: boolean;
  readonly total_is_estimate?: boolean;
}

/** What a plain statement without paging finds, the newest first. */
interface Reference {
  readonly table: 'users' | 'proxy' | 'wallet_transaction' | 'audit_log';
  readonly where: string;
}

const OWNER = (term: string) =>
  `t.user_id IN (SELECT id FROM users WHERE name ILIKE '%${term}%' OR email::text ILIKE '%${term}%')`;
const PERSON = (term: string) =>
  `t.closed_at IS NULL AND (t.name ILIKE '%${term}%' OR t.email::text ILIKE '%${term}%' OR t.phone ILIKE '%${term}%')`;
const PROXY = (term: string) =>
  `(t.uuid::text ILIKE '%${term}%' OR t.username ILIKE '%${term}%' OR t.ip ILIKE '%${term}%' OR ${OWNER(term)})`;
const LINE = (term: string) =>
  `(t.reference ILIKE '%${term}%' OR t.description ILIKE '%${term}%' OR ${OWNER(term)})`;
const ENTRY = (term: string) =>
  `(t.details ILIKE '%${term}%' OR t.target ILIKE '%${term}%' OR t.actor_name ILIKE '%${term}%' OR t.action ILIKE '%${term}%' OR t.ip ILIKE '%${term}%')`;
const EXPIRED = `(t.status = 'expired' OR t.expires_at <= now())`;

describe('Lists of a large shop, compared with plain SQL', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;

  beforeAll(async () => {
    admin = await testApp.createUser('admin', 'Chief Admin');
    const id = `(SELECT max(id) FROM users)`;
    // One in four is an Okafor, of whom the oldest sixth is suspended; only the oldest third has expired proxies.
    await testApp.sql(
      `INSERT INTO users (name, email, phone, status, created_at)
       SELECT (ARRAY['Ada', 'Bola', 'Chidi', 'Zoë'])[1 + n % 4] || ' ' ||
              (ARRAY['Okafor', 'Eze', 'Balogun', 'Obi'])[1 + n / 4 % 4], 'person' || n || '@example.com',
              CASE WHEN n % 100 = 0 THEN '0803' || n END,
              CASE WHEN n % 7 = 0 THEN 'inactive' WHEN n / 4 % 4 = 0 AND n < 1000 THEN 'suspended' ELSE 'active' END,
              now() - interval '1 day' * (${USERS} - n) / 10
       FROM generate_series(1, ${USERS}) AS n`,
    );
    await testApp.sql(
      `INSERT INTO ledger_account (code, kind, user_id, balance_kobo)
       SELECT 'wallet:' || id, 'wallet', id, id * 100 FROM users WHERE email LIKE 'person%'`,
    );
    await testApp.sql(
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description, created_at)
       SELECT u.id, kind.reference || u.id, kind.type, kind.purpose, kind.status, 10000, kind.description, u.created_at
       FROM users u CROSS JOIN (VALUES
         ('TOPUP-', 'credit', 'topup', 'pending', 'Wallet top-up'), ('BUY-', 'debit', 'purchase', 'failed', 'Purchase of a proxy')
       ) AS kind (reference, type, purpose, status, description) WHERE u.email LIKE 'person%'`,
    );
    await testApp.sql(
      `INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, status, request, transaction_id, created_at)
       SELECT t.user_id, t.reference, 'residential_ipv4', 1, 10000, 'delivered', '{}', t.id, t.created_at
       FROM wallet_transaction t WHERE t.type = 'debit'`,
    );
    await testApp.sql(
      `INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, status, protocol, host, port, port_socks5,
         username, password_digest, password_encrypted, country, ip, session_id, price_kobo, created_at, expires_at)
       SELECT gen_random_uuid(), o.user_id, o.id, 'api' || o.id,
              CASE WHEN o.id % 2 = 0 THEN 'residential_ipv4' ELSE 'individual_ipv4' END, 'active', 'http', 'gate.example.com',
              3128, 1080, 'np' || o.id, '', 'x', 'us', CASE WHEN o.id % 2 = 1 THEN '203.0.113.9' END, 'main', 10000, o.created_at,
              o.created_at + interval '400 days'
       FROM proxy_order o`,
    );
    await testApp.sql(
      `INSERT INTO audit_log (created_at, actor_id, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT created_at, id, name, 'user', 'auth.signed_in', 'auth', 'user:' || id,
              CASE WHEN id % 10 = 0 THEN 'high' ELSE 'low' END, 'Signed in', '', ''
       FROM users WHERE id < ${id}`,
    );
    for (const table of ['users', 'proxy', 'wallet_transaction', 'audit_log'])
      await testApp.sql(`ANALYZE ${table}`);
    Object.assign(testApp.app.get(PagingLimits), {
      ...{ largeTableRows: 1000, sampleRows: 600, walkRows: 500, keptIds: 300 },
    });
  }, 120_000);

  const read = async (path: string) => {
    const { status, body } = await testApp.call(admin, 'GET', path);
    expect([path, status]).toEqual([path, 200]);
    const data = body.data as Record<string, unknown>;
    const rows = (data.users ?? data.proxies ?? data.transactions ?? data.logs) as { id: number }[];
    return {
      ids: rows.map((row) => row.id),
      pagination: data.pagination as Pagination,
      statistics: data.statistics as Record<string, unknown>,
    };
  };
  const findIds = async ({ table, where }: Reference): Promise<number[]> => {
    const rows = await testApp.sql<{ id: number | string }>(
      `SELECT t.id FROM ${table} t WHERE ${where} ORDER BY t.created_at DESC, t.id DESC`,
    );
    return rows.map((row) => Number(row.id));
  };

  it.each<[string, Reference]>([
    ['users?search=okafor', { table: 'users', where: PERSON('okafor') }],
    ['users?search=person', { table: 'users', where: PERSON('person') }],
    ['users?search=person59', { table: 'users', where: PERSON('person59') }],
    ['users?search=o', { table: 'users', where: PERSON('o') }],
    ['users?search=zo', { table: 'users', where: PERSON('zo') }],
    ['users?search=zoë', { table: 'users', where: PERSON('zoë') }],
    ['users?search=_', { table: 'users', where: 'FALSE' }],
    ['users?search=0803', { table: 'users', where: `(${PERSON('0803')} OR t.id = 803)` }],
    ['users?search=nobody', { table: 'users', where: 'FALSE' }],
    ['users?status=suspended', { table: 'users', where: `t.status = 'suspended'` }],
    [
      'users?search=okafor&status=suspended',
      { table: 'users', where: `${PERSON('okafor')} AND t.status = 'suspended'` },
    ],
    [
      'users?search=okafor&status=active&role=user',
      { table: 'users', where: `${PERSON('okafor')} AND t.status = 'active'` },
    ],
    ['users?role=admin', { table: 'users', where: `t.role = 'admin'` }],
    ['proxies/all?search=okafor', { table: 'proxy', where: PROXY('okafor') }],
    ['proxies/all?status=expired', { table: 'proxy', where: EXPIRED }],
    [
      'proxies/all?search=okafor&status=expired',
      { table: 'proxy', where: `${PROXY('okafor')} AND ${EXPIRED}` },
    ],
    [
      'proxies/all?search=203.0.113&status=expired&type=datacenter',
      { table: 'proxy', where: `t.ip IS NOT NULL AND ${EXPIRED}` },
    ],
    [
      'proxies/all?search=residential&status=expired',
      { table: 'proxy', where: `t.type = 'residential_ipv4' AND ${EXPIRED}` },
    ],
    ['proxies/all?search=person599', { table: 'proxy', where: PROXY('person599') }],
    ['proxies/all?search=7', { table: 'proxy', where: `(${PROXY('7')} OR t.id = 7)` }],
    ['transactions/all?search=okafor', { table: 'wallet_transaction', where: LINE('okafor') }],
    ['transactions/all?search=buy-', { table: 'wallet_transaction', where: LINE('buy-') }],
    [
      'transactions/all?search=okafor&status=failed&type=debit',
      { table: 'wallet_transaction', where: `${LINE('okafor')} AND t.status = 'failed'` },
    ],
    [
      'transactions/all?search=ez&status=pending',
      { table: 'wallet_transaction', where: `${LINE('ez')} AND t.status = 'pending'` },
    ],
    ['audit/logs?search=okafor', { table: 'audit_log', where: ENTRY('okafor') }],
    [
      'audit/logs?search=okafor&severity=high',
      { table: 'audit_log', where: `${ENTRY('okafor')} AND t.severity = 'high'` },
    ],
  ])('should return every row of %s exactly once', async (path, reference) => {
    const expected = await findIds(reference);
    const link = (page: number) => `/admin/${path}&per_page=100&page=${page}`;
    const seen: number[] = [];
    for (let page = 1; ; page += 1) {
      const { ids, pagination } = await read(link(page));
      seen.push(...ids);
      const { total, last_page: last, has_next_page: hasNext } = pagination;
      const isMarked = pagination.total_is_estimate === true;
      expect({ page, hasNext }).toEqual({ page, hasNext: seen.length < expected.length });
      if (!isMarked) expect(total).toBe(expected.length);
      expect(last).toBe(Math.max(1, Math.ceil(total / 100)));
      if (!hasNext) break;
    }
    expect(seen).toEqual(expected);
    const { pagination, ids } = await read(`${link(2)}&exact_total=true`);
    expect(pagination.total).toBe(expected.length);
    expect(pagination).not.toHaveProperty('total_is_estimate');
    expect(ids).toEqual(expected.slice(100, 200));
  });

  it('should mark estimates on the cards, never guess an amount, and count on request', async () => {
    const path = '/admin/users?search=bola';
    const estimated = await read(path);
    expect(estimated.pagination.total_is_estimate).toBe(true);
    expect(estimated.statistics).toMatchObject({ is_estimate: true, total_balance: null });
    expect(estimated.statistics.total).toBe(estimated.pagination.total);
    expect(Math.abs(Number(estimated.statistics.total) - USERS / 4)).toBeLessThan(USERS / 8);
    const counted = await read(`${path}&exact_total=true`);
    const [row] = await testApp.sql(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE status = 'active')::int AS active,
              count(*) FILTER (WHERE status = 'suspended')::int AS suspended,
              round(sum(a.balance_kobo) / 100.0, 2)::text AS total_balance
       FROM users t JOIN ledger_account a ON a.user_id = t.id WHERE ${PERSON('bola')}`,
    );
    expect(counted.statistics).toEqual(row);
    expect(counted.pagination.total).toBe(row!.total);
    const few = await read('/admin/users?search=person599');
    expect(few.statistics).toMatchObject({ total: few.pagination.total });
    expect(few.statistics.total_balance).toMatch(/^\d+\.00$/);
    // The rows come in pairs of one time, a credit and a debit.
    const debits = await read('/admin/transactions/all?type=debit');
    expect(Math.abs(debits.pagination.total - USERS)).toBeLessThan(USERS / 5);
    const none = await read('/admin/users');
    expect(none.statistics).toMatchObject({ total: USERS + 1 });
  });

  it('should find rows that share one time, as an import leaves them', async () => {
    await testApp.sql(
      `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT now() - interval '2 minutes', 'Importer', 'system', 'system.imported', 'system', 'row:' || n, 'low',
              CASE WHEN n % 3 = 0 THEN 'Imported twice' ELSE 'Imported' END, '', '' FROM generate_series(1, 3000) AS n`,
    );
    const expected = await findIds({ table: 'audit_log', where: ENTRY('imported twice') });
    const link = '/admin/audit/logs?search=imported%20twice&per_page=100&exact_total=true';
    for (const page of [1, 5, 10, 11]) {
      const { ids, pagination } = await read(`${link}&page=${page}`);
      expect([page, pagination.total, ids]).toEqual([
        page,
        1000,
        expected.slice((page - 1) * 100, page * 100),
      ]);
    }
  });

  it('should refuse another value for exact_total', async () => {
    const { status, body } = await testApp.call(admin, 'GET', '/admin/users?exact_total=maybe');
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['exact_total']]);
  });
});
