import type { DataSource } from 'typeorm';
import { runMigrations } from '../../src/database/migrate';
import { JoinProxiesAndAccounts1763600073500 } from '../../src/database/migrations/1763600073500-join-proxies-and-accounts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { migrateUntil, openUntil } from '../support/migrate-until';

const JOIN = JoinProxiesAndAccounts1763600073500.name;

/** Account of each proxy in the former schema. Account 3 was never recorded as a proxy. */
const FORMER = new Map([
  [1, 2],
  [2, 1],
  [3, 4],
]);

/**
 * A residential proxy of Ada, a dedicated address of Eve whose order delivered one of two, and one of Ada that is refunded and
 * waits for its end. Whatever belongs to an account counts by its id.
 */
const FORMER_ROWS = [
  `INSERT INTO users (id, name, email) VALUES (1, 'Ada', 'ada@example.com'), (2, 'Eve', 'eve@example.com')`,
  `INSERT INTO exit_node (id, kind, country, leave) VALUES (7, 'datacenter', 'ng', 'local')`,
  `INSERT INTO wallet_transaction (id, user_id, reference, type, purpose, status, amount_kobo, description)
   SELECT n, CASE n WHEN 2 THEN 2 ELSE 1 END, 'BUY-' || n, 'debit', 'purchase', 'pending', 500000, ''
   FROM generate_series(1, 4) n`,
  `INSERT INTO proxy_order (id, user_id, idempotency_key, type, quantity, amount_kobo, refunded_kobo, status, request, transaction_id)
   VALUES (1, 1, 'one', 'residential_ipv4', 1, 500000, 0, 'delivered', '{}', 1),
     (2, 2, 'two', 'individual_ipv4', 2, 500000, 250000, 'partly_delivered', '{}', 2),
     (3, 1, 'three', 'individual_ipv4', 1, 500000, 500000, 'refunded', '{}', 3)`,
  `INSERT INTO proxy_order (id, user_id, idempotency_key, type, quantity, amount_kobo, status, request, transaction_id)
   VALUES (4, 1, 'four', 'residential_ipv4', 1, 500000, 'refunded', '{}', 4)`,
  `INSERT INTO stock_unit (exit_node_id, address, order_id, reserved_at)
   VALUES (7, '127.20.0.2', 2, now()), (7, '127.20.0.3', 3, now())`,
  `INSERT INTO gateway_account (id, api_id, provision_key, username, password_digest, password_encrypted, kind, protocol,
     country, ttl_minutes, session_id, exit_node_id, exit_address, limit_bytes, expires_at)
   SELECT n, 'gw_' || n, gen_random_uuid(), 'account' || n, decode(repeat('0' || n, 32), 'hex'), '', kind, 'http', 'ng',
     ttl, 'session' || n, CASE kind WHEN 'datacenter' THEN 7 END, address, CASE kind WHEN 'residential' THEN 1000000 END,
     now() + interval '9 days'
   FROM (VALUES (1, 'datacenter', 0, '127.20.0.2'), (2, 'residential', 5, NULL), (3, 'residential', 0, NULL),
     (4, 'datacenter', 0, '127.20.0.3')) AS account (n, kind, ttl, address)`,
  `INSERT INTO proxy (id, uuid, user_id, order_id, provider, proxy_api_id, type, status, protocol, host, port, port_socks5,
     username, password_encrypted, country, ip, ttl_minutes, session_id, limit_bytes, price_kobo, expires_at, suspended_by_staff,
     refunded_at)
   SELECT id, gen_random_uuid(), owner, id, 'embedded', 'gw_' || account, type, status, 'http', 'localhost', 3128, 1080,
     'account' || account, 'kept', 'ng', ip, ttl, NULL, bytes, 500000, now() + interval '9 days', status = 'suspended', refunded
   FROM (VALUES (1, 1, 2, 'residential_ipv4', 'active', NULL, 5, 1000000, NULL::timestamptz),
     (2, 2, 1, 'individual_ipv4', 'active', '127.20.0.2', NULL, NULL, NULL),
     (3, 1, 4, 'individual_ipv4', 'suspended', '127.20.0.3', NULL, NULL, now())
   ) AS sold (id, owner, account, type, status, ip, ttl, bytes, refunded)`,
  `INSERT INTO gateway_meter (proxy_id, bytes_up, bytes_down, requests) SELECT n, n, 10 * n, n FROM generate_series(1, 4) n`,
  `INSERT INTO usage_hour (proxy_id, hour, bytes_up) SELECT n, date_trunc('hour', now()), n FROM generate_series(1, 4) n`,
  `INSERT INTO usage_failure (proxy_id, hour, reason, count, last_at)
   SELECT n, date_trunc('hour', now()), 'TARGET_TIMEOUT', n, now() FROM generate_series(1, 4) n`,
  `INSERT INTO usage_target (proxy_id, day, host, requests) SELECT n, '2026-01-31', 'example.com', n FROM generate_series(1, 4) n`,
  `INSERT INTO supply_usage (day, network_id, proxy_id, country, precise, kind, requests)
   SELECT '2026-01-31', 1, n, 'ng', true, 'residential', n FROM generate_series(1, 4) n`,
  `INSERT INTO gateway_lease (proxy_id, holder, bytes) SELECT n, 'gateway-1', n FROM generate_series(1, 4) n`,
  `INSERT INTO gateway_rotation (account_id, session, rotations, rotated_at) SELECT n, '', n, now() FROM generate_series(1, 4) n`,
  `INSERT INTO gateway_command (id, account_id, kind, connection_id)
   SELECT gen_random_uuid(), n, 'close', n FROM generate_series(1, 4) n`,
  `INSERT INTO gateway_sub_user (id, account_id, name, password_digest, password_encrypted, daily_limit_bytes)
   SELECT 10 + n, n, 'shop', '', '', n FROM generate_series(1, 4) n`,
  `INSERT INTO gateway_sub_user_day (sub_user_id, day, requests) SELECT 10 + n, '2026-01-31', n FROM generate_series(1, 4) n`,
];

/** Proxy id and the number of the account that it had, of every table that counts by it. */
const COUNTED: Record<string, string> = {
  gateway_meter: 'requests',
  usage_hour: 'bytes_up',
  usage_failure: 'count',
  usage_target: 'requests',
  supply_usage: 'requests',
  gateway_lease: 'bytes',
  gateway_rotation: 'rotations',
  gateway_command: 'connection_id',
  gateway_sub_user: 'daily_limit_bytes',
};

/** What the former release has not ended, and what ends it. */
const IN_PROGRESS: [what: string, begin: string, end: string][] = [
  [
    'a charged order',
    `UPDATE proxy_order SET status = 'charged' WHERE id = 1`,
    `UPDATE proxy_order SET status = 'delivered' WHERE id = 1`,
  ],
  [
    'an order of unknown outcome',
    `UPDATE proxy_order SET status = 'unknown' WHERE id = 1`,
    `UPDATE proxy_order SET status = 'delivered' WHERE id = 1`,
  ],
  [
    'an attempt to cancel',
    `INSERT INTO provider_attempt (order_id, provider, key, next_check_at, cancel_due)
     VALUES (4, 'embedded', gen_random_uuid(), now(), true)`,
    `UPDATE provider_attempt SET cancel_due = false`,
  ],
  [
    'an automatic renewal without its outcome',
    `WITH choice AS (INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes) VALUES (1, true, 1) RETURNING proxy_id)
     INSERT INTO auto_renewal_charge (proxy_id, cycle, order_id) SELECT proxy_id, now(), 4 FROM choice`,
    `UPDATE auto_renewal_charge SET settled_at = now()`,
  ],
  [
    'an extension to retract',
    `INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms, retract_due_at) VALUES (4, 1, 1, 0, now())`,
    `UPDATE proxy_extension SET retract_due_at = NULL, retracted_at = now()`,
  ],
  [
    'a change of a proxy',
    `UPDATE proxy SET config_request = '{}' WHERE id = 1`,
    `UPDATE proxy SET config_request = NULL`,
  ],
  [
    'new credentials of a proxy',
    `UPDATE proxy SET credentials_due = true WHERE id = 1`,
    `UPDATE proxy SET credentials_due = false`,
  ],
];

describe('a database of a release with accounts besides proxies', () => {
  let database: TestDatabase;
  let former: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    await migrateUntil(database.url, JOIN);
    former = await openUntil(database.url, JOIN);
    for (const statement of FORMER_ROWS) await former.query(statement);
  });
  afterAll(async () => {
    await former?.destroy();
    await database?.dispose();
  });

  it.each(IN_PROGRESS)('should not be migrated with %s in progress', async (_, begin, end) => {
    await former.query(begin);
    // TypeORM prints the failure besides.
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await expect(runMigrations(database.url)).rejects.toThrow(
      /^1 orders or changes of proxies are still in progress\. Start the former release until its worker has ended them, then migrate again\.$/,
    );
    print.mockRestore();
    await former.query(end);
  });

  it('should not be migrated while a gateway runs that knows accounts by other ids', async () => {
    await former.query(
      `INSERT INTO gateway (id, region, host, public_host, http_port, socks_port, version, started_at, heartbeat_at)
       VALUES ('one', '', '', '', 1, 2, '', now(), now())`,
    );
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await expect(runMigrations(database.url)).rejects.toThrow(/^A gateway is running/);
    print.mockRestore();
    await former.query(`UPDATE gateway SET heartbeat_at = now() - interval '16 seconds'`);
  });

  describe('after its migration', () => {
    beforeAll(async () => {
      expect((await runMigrations(database.url))[0]).toBe(JOIN);
    });

    it.each(Object.entries(COUNTED))(
      'should have the rows of %s at the proxies of their accounts, and none of an account without a proxy',
      async (table, column) => {
        const rows = await former.query(
          `SELECT proxy_id, ${column}::int AS account FROM ${table} ORDER BY proxy_id`,
        );
        expect(rows).toEqual([...FORMER].map(([proxy, account]) => ({ proxy_id: proxy, account })));
      },
    );

    it('should keep sub-users with their days, and the ids that their passwords are encrypted under', async () => {
      const rows = await former.query(
        `SELECT s.id, s.proxy_id, s.context_id, d.requests::int FROM gateway_sub_user s
         JOIN gateway_sub_user_day d ON d.sub_user_id = s.id ORDER BY s.proxy_id`,
      );
      expect(rows).toEqual(
        [...FORMER].map(([proxy, account]) => ({
          ...{ id: 10 + account, proxy_id: proxy, context_id: account, requests: account },
        })),
      );
      expect(await former.query(`SELECT FROM gateway_sub_user_day`)).toHaveLength(FORMER.size);
    });

    it('should let the gateways serve each proxy with the credentials of its account', async () => {
      const rows = await former.query(
        `SELECT proxy_id, username, encode(password_digest, 'hex') AS digest, kind, ttl_minutes, session_id,
           exit_node_id, exit_address, limit_bytes::int, used_bytes::int, status
         FROM gateway_credential ORDER BY proxy_id`,
      );
      const served = (proxy: number) => {
        const account = FORMER.get(proxy)!;
        return {
          ...{ proxy_id: proxy, username: `account${account}`, session_id: `session${account}` },
          ...{ digest: `0${account}`.repeat(32), used_bytes: 11 * account },
        };
      };
      const dedicated = { kind: 'datacenter', ttl_minutes: 0, exit_node_id: 7, limit_bytes: null };
      expect(rows).toEqual([
        {
          ...{ ...served(1), kind: 'residential', ttl_minutes: 5, limit_bytes: 1_000_000 },
          ...{ exit_node_id: null, exit_address: null, status: 'active' },
        },
        { ...served(2), ...dedicated, exit_address: '127.20.0.2', status: 'active' },
        { ...served(3), ...dedicated, exit_address: '127.20.0.3', status: 'suspended' },
      ]);
    });

    it('should have ended refunded proxies and have their addresses on sale', async () => {
      expect(
        await former.query(
          `SELECT id, status, expires_at <= now() AS ended, suspended_by_staff, password_encrypted FROM proxy ORDER BY id`,
        ),
      ).toEqual([
        ...[1, 2].map((id) => ({
          ...{ id, status: 'active', ended: false, suspended_by_staff: false },
          password_encrypted: 'kept',
        })),
        {
          ...{ id: 3, status: 'expired', ended: true, suspended_by_staff: true },
          password_encrypted: 'kept',
        },
      ]);
      expect(
        await former.query(`SELECT address, order_id FROM stock_unit ORDER BY address`),
      ).toEqual([
        { address: '127.20.0.2', order_id: 2 },
        { address: '127.20.0.3', order_id: null },
      ]);
    });

    it('should stay migrated', async () => {
      await expect(new JoinProxiesAndAccounts1763600073500().down()).rejects.toThrow(
        'cannot be separated again: restore a backup from before the upgrade',
      );
    });

    it('should have what an order delivered in part as a delivered order', async () => {
      expect(
        await former.query(
          `SELECT id, status, quantity, refunded_kobo::int AS refunded FROM proxy_order WHERE id IN (1, 2, 3) ORDER BY id`,
        ),
      ).toEqual([
        { id: 1, status: 'delivered', quantity: 1, refunded: 0 },
        { id: 2, status: 'delivered', quantity: 1, refunded: 250_000 },
        { id: 3, status: 'refunded', quantity: 1, refunded: 500_000 },
      ]);
    });
  });
});
