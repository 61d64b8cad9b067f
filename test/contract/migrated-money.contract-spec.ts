import { DataSource } from 'typeorm';
import { AuditChainService } from '../../src/audit/audit-chain.service';
import { connectDataSource } from '../../src/database/connect-data-source';
import { runMigrations } from '../../src/database/migrate';
import { UnitOfWork } from '../../src/database/unit-of-work';
import { LedgerChainService } from '../../src/wallet/ledger/ledger-chain.service';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { findViolatedInvariants } from '../support/integrity';
import { migrateUntil, openUntil } from '../support/migrate-until';

/** After those that create the tables of money and delivery. */
const FIRST = 'CreateNotifications1763600007000';
/** It cannot be reverted. */
const LAST = 'JoinProxiesAndAccounts1763600073500';

const CUSTOMERS = 20;
const CREDIT = 1_000_000;
const PRICE = 300_000;
const FEE = 7500;
const IN_REVIEW = 600_000;

const BY_CARD = `i % 2 = 0`;
const REFERENCE = `CASE WHEN part = 2 THEN 'BUY-' WHEN ${BY_CARD} THEN 'TOPUP-' ELSE 'FUND-' END || i`;
const customers = `generate_series(1, ${CUSTOMERS}) AS i`;
const movements = `${customers} CROSS JOIN unnest(ARRAY[1, 2]) AS part`;

/** Customers with money by card or by staff, of which each has bought a proxy; and a payment in review. */
const HISTORY = [
  `INSERT INTO users (id, name, email) SELECT i, 'Ada', i || '@example.com' FROM ${customers}`,
  `INSERT INTO ledger_account (id, code, kind, user_id, balance_kobo, version)
   SELECT 1000 + i, 'wallet:' || i, 'wallet', i, ${CREDIT - PRICE}, 2 FROM ${customers}`,
  `INSERT INTO ledger_transaction (id, idempotency_key, kind, reference) OVERRIDING SYSTEM VALUE
   SELECT 2 * i + part - 2, CASE WHEN part = 2 THEN 'purchase:' WHEN ${BY_CARD} THEN 'topup:' ELSE 'fund:' END || ${REFERENCE},
     CASE WHEN part = 2 THEN 'purchase' WHEN ${BY_CARD} THEN 'topup' ELSE 'admin_funding' END, ${REFERENCE}
   FROM ${movements}`,
  `INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, balance_after_kobo, account_version)
   SELECT 2 * i + part - 2, 1000 + i, CASE part WHEN 1 THEN ${CREDIT} ELSE -${PRICE} END,
     ${CREDIT} - CASE part WHEN 2 THEN ${PRICE} ELSE 0 END, part FROM ${movements}
   UNION ALL
   SELECT 2 * i + part - 2, a.id, CASE part WHEN 1 THEN -${CREDIT} ELSE ${PRICE} END, NULL, NULL
   FROM ${movements} JOIN ledger_account a
     ON a.code = CASE WHEN part = 2 THEN 'revenue' WHEN ${BY_CARD} THEN 'korapay_clearing' ELSE 'adjustments' END`,
  `INSERT INTO wallet_transaction (id, user_id, reference, type, purpose, status, amount_kobo, description, payment_method,
     ledger_transaction_id, processed_at)
   SELECT 2 * i + part - 2, i, ${REFERENCE}, CASE part WHEN 1 THEN 'credit' ELSE 'debit' END,
     CASE WHEN part = 2 THEN 'purchase' WHEN ${BY_CARD} THEN 'topup' ELSE 'funding' END, 'successful',
     CASE part WHEN 1 THEN ${CREDIT} ELSE ${PRICE} END, '', CASE part WHEN 1 THEN 'card' ELSE 'wallet' END, 2 * i + part - 2,
     now()
   FROM ${movements}`,
  `INSERT INTO payment (id, user_id, transaction_id, reference, provider, status, amount_kobo, provider_status, paid_kobo,
     fee_kobo, expires_at, settled_at)
   SELECT i, i, 2 * i - 1, 'TOPUP-' || i, 'korapay', 'successful', ${CREDIT}, 'success', ${CREDIT}, ${FEE}, now(), now()
   FROM ${customers} WHERE ${BY_CARD}`,
  `INSERT INTO wallet_transaction (id, user_id, reference, type, purpose, status, amount_kobo, description)
   VALUES (1001, 1, 'REVIEWED', 'credit', 'topup', 'pending', 500000, '')`,
  `INSERT INTO payment (id, user_id, transaction_id, reference, provider, status, amount_kobo, paid_kobo, fee_kobo,
     provider_payload, expires_at)
   VALUES (1001, 1, 1001, 'REVIEWED', 'korapay', 'review', 500000, ${IN_REVIEW}, ${FEE},
     '{"currency": "NGN", "reference": "REVIEWED"}', now())`,
  `INSERT INTO proxy_order (id, user_id, idempotency_key, type, quantity, amount_kobo, status, request, transaction_id)
   SELECT i, i, 'key', 'residential_ipv4', 1, ${PRICE}, 'delivered', jsonb_build_object('type', 'residential_ipv4',
     'protocol', 'http', 'ttlMinutes', 0, 'gigabytes', 1, 'validityDays', 30, 'country', 'ng'), 2 * i
   FROM ${customers}`,
  `INSERT INTO provider_attempt (id, order_id, provider, key, status, next_check_at)
   SELECT i, i, 'embedded', md5('' || i)::uuid, 'succeeded', now() FROM ${customers}`,
  // The last customer has the first account.
  `INSERT INTO gateway_account (id, api_id, provision_key, username, password_digest, password_encrypted, kind, protocol,
     country, session_id, limit_bytes, expires_at)
   SELECT ${CUSTOMERS} + 1 - i, 'gw_' || i, md5('' || i)::uuid, 'customer' || i, '', '', 'residential', 'http', 'ng', 'main',
     1 << 30, now() + interval '30 days' FROM ${customers}`,
  `INSERT INTO proxy (id, uuid, user_id, order_id, provider, proxy_api_id, type, protocol, host, port, port_socks5, username,
     password_encrypted, country, ttl_minutes, session_id, limit_bytes, used_bytes, price_kobo, expires_at)
   SELECT i, gen_random_uuid(), i, i, 'embedded', 'gw_' || i, 'residential_ipv4', 'http', 'localhost', 3128, 1080,
     'customer' || i, '', 'ng', 0, 'main', 1 << 30, 1000 * i, ${PRICE}, now() + interval '30 days' FROM ${customers}`,
  `INSERT INTO gateway_meter (proxy_id, bytes_down) SELECT ${CUSTOMERS} + 1 - i, 1000 * i FROM ${customers}`,
  `INSERT INTO usage_hour (proxy_id, hour, bytes_down)
   SELECT ${CUSTOMERS} + 1 - i, date_trunc('hour', now()), 1000 * i FROM ${customers}`,
  `INSERT INTO audit_log (actor_id, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
   SELECT i, 'Ada', 'user', action, category, target || i, 'low', '', '', ''
   FROM ${customers}, (VALUES ('payment.settled', 'payment', 'payment:'), ('proxy.ordered', 'proxy', 'order:'))
     AS event (action, category, target)`,
  ...['ledger_account', 'ledger_transaction', 'wallet_transaction'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), 10000)`,
  ),
];

describe('a database with money from the first release', () => {
  let database: TestDatabase;
  let source: DataSource;

  const wallets = () =>
    source.query(
      `SELECT user_id, balance_kobo::int, version::int FROM ledger_account WHERE kind = 'wallet' ORDER BY user_id`,
    );
  const countMigrations = async () =>
    (await source.query<unknown[]>('SELECT FROM migrations')).length;

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    await migrateUntil(database.url, FIRST);
    source = await openUntil(database.url, LAST);
    for (const statement of HISTORY) await source.query(statement);
  });
  afterAll(async () => {
    await source?.destroy();
    await database?.dispose();
  });

  // spec: M1.11, M13.4
  it('should keep every invariant and balance when it is migrated, reverted and migrated again', async () => {
    const [before, first] = [await wallets(), await countMigrations()];
    expect(before).toHaveLength(CUSTOMERS);
    const ran = await source.runMigrations({ transaction: 'each' });
    expect(ran.length).toBeGreaterThan(80);
    for (const _ of ran) await source.undoLastMigration({ transaction: 'each' });
    expect(await countMigrations()).toBe(first);
    await runMigrations(database.url);
    expect(await wallets()).toEqual(before);

    const current = await connectDataSource(database.url, 2);
    const uow = new UnitOfWork(current);
    // Jobs of the worker.
    for (const chain of [new LedgerChainService(uow), new AuditChainService(uow)]) {
      await chain.extend();
      expect(await chain.verify()).toMatchObject({ intact: true, unchained: 0 });
    }
    expect(await findViolatedInvariants({ uow })).toEqual([]);
    await current.destroy();

    // Opening postings: what was in review is held, and known fees are booked, once.
    const sums = await source.query(
      `SELECT a.code, sum(e.amount_kobo)::int AS kobo FROM ledger_account a
       JOIN ledger_entry e ON e.account_id = a.id
       WHERE a.code IN ('in_review', 'provider_fees') GROUP BY a.code ORDER BY a.code`,
    );
    expect(sums).toEqual([
      { code: 'in_review', kobo: IN_REVIEW },
      { code: 'provider_fees', kobo: -FEE * (CUSTOMERS / 2 + 1) },
    ]);
  });
});
