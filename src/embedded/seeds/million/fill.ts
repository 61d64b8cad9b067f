import {
  CREDIT,
  timestampSql,
  IS_INACTIVE,
  PRICE,
  type SeedContext,
  PAID_BY_CARD,
} from './seed-context';
import { createHash, randomUUID } from 'node:crypto';
import { encrypt } from '../../../common/crypto/secrets';

/** Users `from` to `to`. */
export interface Batch {
  readonly context: SeedContext;
  readonly from: number;
  readonly to: number;
  /** @param more values after `$1`, which is `from`, and `$2`, which is `to`. */
  readonly insert: (sql: string, more?: readonly unknown[]) => Promise<unknown>;
}

const FIRST = `'{Ada,Bola,Chidi,Damilola,Emeka,Funke,Gbenga,Halima,Ifeoma,Jide,Kemi,Lanre,Musa,Ngozi,
  Obinna,Peace,Rashida,Segun,Tunde,Uche,Victor,Wale,Yemi,Zainab,Amina,Bisi,Chioma,Dapo,Efe,Femi}'::text[]`;
const LAST = `'{Obi,Ade,Okafor,Balogun,Eze,Adeyemi,Musa,Ibrahim,Nwosu,Okonkwo,Lawal,Bello,Danjuma,
  Akpan,Effiong,Oyelaran,Adebayo,Chukwu,Onyeka,Sanni,Ogun,Udo,Yakubu,Garba,Ojo,Olatunji,Aliyu,Ike,
  Amadi,Osagie,Idris,Nnamdi,Afolabi,Bankole,Dike,Ekong,Fashola}'::text[]`;

/** Customers with wallets; suspended ones with the suspension of their proxies. */
export async function fillPeople({ context, insert }: Batch): Promise<void> {
  const { after, run } = context;
  await insert(
    `INSERT INTO users (id, name, email, role, status, email_verified_at, created_at, updated_at)
     SELECT ${after.users} + i, first || ' ' || last,
            lower(first) || '.' || lower(last) || '.' || i || '@${run}.example.com', 'user',
            CASE WHEN ${IS_INACTIVE} THEN 'inactive' ELSE 'active' END, moment, moment, moment
     FROM generate_series($1::int, $2::int) AS i,
          LATERAL (SELECT (${FIRST})[1 + i % 30] AS first, (${LAST})[1 + i / 30 % 37] AS last,
                          ${timestampSql(context)} AS moment) AS one`,
  );
  await insert(
    `INSERT INTO account_suspension (user_id)
     SELECT ${after.users} + i FROM generate_series($1::int, $2::int) AS i WHERE ${IS_INACTIVE}`,
  );
  await insert(
    `INSERT INTO ledger_account (id, code, kind, user_id, balance_kobo, version)
     SELECT ${after.ledger_account} + i, 'wallet:' || ${after.users} + i, 'wallet',
            ${after.users} + i, ${CREDIT} - ${PRICE}, 2
     FROM generate_series($1::int, $2::int) AS i`,
  );
}

/** A row for each movement: the first credits user `i`, the second pays their order. */
const MOVEMENTS = `generate_series($1::int, $2::int) AS i, unnest(ARRAY[1, 2]) AS part`;
const reference = (run: string) =>
  `CASE WHEN part = 2 THEN 'BUY-' WHEN ${PAID_BY_CARD} THEN 'TOPUP-' ELSE 'FUND-' END || upper('${run}') || '-' || i`;

/** The ledger, and the statements and payments that belong to it. */
export async function fillMoney({ context, insert }: Batch): Promise<void> {
  const { after, run } = context;
  const posting = `${after.ledger_transaction} + 2 * i + part - 2`;
  await insert(
    `INSERT INTO ledger_transaction (id, idempotency_key, kind, reference, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT ${posting},
            CASE WHEN part = 2 THEN 'purchase:' WHEN ${PAID_BY_CARD} THEN 'topup:' ELSE 'fund:' END || ${reference(run)},
            CASE WHEN part = 2 THEN 'purchase' WHEN ${PAID_BY_CARD} THEN 'topup' ELSE 'admin_funding' END,
            ${reference(run)}, ${timestampSql(context)}
     FROM ${MOVEMENTS}`,
  );
  await insert(
    `INSERT INTO ledger_entry (id, transaction_id, account_id, amount_kobo, balance_after_kobo,
       account_version, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT ${after.ledger_entry} + 4 * i + 2 * part + side - 6, ${posting},
            CASE side WHEN 1 THEN ${after.ledger_account} + i ELSE (SELECT id FROM ledger_account
              WHERE code = CASE WHEN part = 2 THEN 'revenue' WHEN ${PAID_BY_CARD} THEN 'korapay_clearing'
                           ELSE 'adjustments' END) END,
            CASE part WHEN 1 THEN ${CREDIT} ELSE -${PRICE} END * CASE side WHEN 1 THEN 1 ELSE -1 END,
            CASE side WHEN 1 THEN ${CREDIT} - CASE part WHEN 2 THEN ${PRICE} ELSE 0 END END,
            CASE side WHEN 1 THEN part END, ${timestampSql(context)}
     FROM ${MOVEMENTS}, unnest(ARRAY[1, 2]) AS side`,
  );
  await insert(
    `INSERT INTO wallet_transaction (id, user_id, reference, type, purpose, status, amount_kobo,
       description, payment_method, metadata, ledger_transaction_id, created_at, processed_at)
     SELECT ${after.wallet_transaction} + 2 * i + part - 2, ${after.users} + i, ${reference(run)},
            CASE part WHEN 1 THEN 'credit' ELSE 'debit' END,
            CASE WHEN part = 2 THEN 'purchase' WHEN ${PAID_BY_CARD} THEN 'topup' ELSE 'funding' END,
            'successful', CASE part WHEN 1 THEN ${CREDIT} ELSE ${PRICE} END,
            CASE WHEN part = 2 THEN 'Purchase of a proxy' WHEN ${PAID_BY_CARD} THEN 'Wallet top-up'
                 ELSE 'Funded by staff' END,
            CASE WHEN part = 2 THEN 'wallet' WHEN ${PAID_BY_CARD} THEN 'card' ELSE 'admin' END,
            '{}', ${posting}, ${timestampSql(context)}, ${timestampSql(context)}
     FROM ${MOVEMENTS}`,
  );
  await insert(
    `INSERT INTO payment (id, user_id, transaction_id, reference, provider, status, amount_kobo,
       provider_status, paid_kobo, expires_at, settled_at, created_at, updated_at)
     SELECT ${after.payment} + i / 10, ${after.users} + i, ${after.wallet_transaction} + 2 * i - 1,
            'TOPUP-' || upper('${run}') || '-' || i, 'korapay', 'successful', ${CREDIT}, 'success',
            ${CREDIT}, moment + interval '1 hour', moment, moment, moment
     FROM generate_series($1::int, $2::int) AS i, LATERAL (SELECT ${timestampSql(context)} AS moment) AS at
     WHERE ${PAID_BY_CARD}`,
  );
}

/** Audit rows of each order and each payment. */
export async function fillAudit({ context, insert }: Batch): Promise<void> {
  const { after } = context;
  await insert(
    `INSERT INTO audit_log (created_at, actor_id, actor_name, actor_role, action, category, target,
       severity, details, ip, user_agent)
     SELECT ${timestampSql(context)}, u.id, u.name, 'user', event.action, event.category, event.target, 'low',
            event.details, '102.89.' || i % 256 || '.' || i / 256 % 256, 'Mozilla/5.0 (X11; Linux x86_64)'
     FROM generate_series($1::int, $2::int) AS i
     JOIN users u ON u.id = ${after.users} + i,
          LATERAL (VALUES
            (1, 'payment.settled', 'payment', 'payment:' || ${after.payment} + i / 10, 'Top-up settled'),
            (2, 'proxy.ordered', 'proxy', 'order:' || ${after.proxy_order} + i, 'Proxy ordered')
          ) AS event (part, action, category, target, details)
     WHERE event.part = 2 OR ${PAID_BY_CARD} ORDER BY i, event.part`,
  );
}

const GIGABYTE = 2 ** 30;
const TYPE = `(ARRAY['residential_ipv4', 'mobile_ipv4', 'individual_ipv4'])[1 + i % 3]`;
const IS_POOL = `(i % 3 <> 2)`;
const COUNTRY = `(ARRAY['ng', 'us', 'gb', 'zz', 'de', 'gh', 'za', 'ke', 'fr', 'nl'])[1 + i / 3 % 10]`;
const PROTOCOL = `(ARRAY['http', 'socks5'])[1 + i / 2 % 2]`;
/** Traffic is valid for a month, an address was taken for a year. */
const TERM = `CASE WHEN ${IS_POOL} THEN interval '30 days' ELSE interval '365 days' END`;
/** An address per row id, unique across runs. */
const addressSql = ({ after }: SeedContext): string => {
  const id = `(${after.proxy} + i)`;
  return `CASE WHEN NOT ${IS_POOL} THEN '10.' || ${id} / 65536 % 256 || '.' || ${id} / 256 % 256 || '.' || ${id} % 256 END`;
};
/** Marks all expiry notifications as sent: generated customers read no mail. */
const WARNED = 24;
const USED_BYTES = `CASE WHEN ${IS_POOL} THEN i % 100 * ${GIGABYTE / 128}::bigint ELSE 0 END`;

/** Values that SQL cannot generate: unguessable names, and passwords encrypted for them. */
function createSecrets({ context, from, to }: Batch) {
  const rows = { uuid: [] as string[], apiId: [] as string[], passwords: [] as string[] };
  for (let i = from; i <= to; i += 1) {
    const uuid = randomUUID();
    rows.uuid.push(uuid);
    rows.apiId.push(`gw_${createHash('sha256').update(uuid).digest('hex').slice(0, 20)}`);
    rows.passwords.push(encrypt(context.encryptionKey, `proxy:${uuid}`, context.proxyPassword));
  }
  return rows;
}

/** One order of one proxy per user, with the traffic of the proxy. */
export async function fillGoods(batch: Batch): Promise<void> {
  const { context, insert } = batch;
  const { after, run, gateway } = context;
  await insert(
    `INSERT INTO proxy_order (id, user_id, idempotency_key, type, quantity, amount_kobo, status,
       request, transaction_id, created_at, updated_at)
     SELECT ${after.proxy_order} + i, ${after.users} + i, 'seed-${run}-' || i, ${TYPE}, 1, ${PRICE},
            'delivered',
            CASE WHEN ${IS_POOL}
              THEN jsonb_build_object('type', ${TYPE}, 'protocol', ${PROTOCOL}, 'ttlMinutes', 0,
                'gigabytes', 1, 'validityDays', 30, 'country', ${COUNTRY}, 'region', NULL, 'city', NULL, 'isp', NULL)
              ELSE jsonb_build_object('type', ${TYPE}, 'protocol', ${PROTOCOL}, 'country', ${COUNTRY},
                'durationMinutes', 525600, 'quantity', 1) END,
            ${after.wallet_transaction} + 2 * i, ${timestampSql(context)}, ${timestampSql(context)}
     FROM generate_series($1::int, $2::int) AS i`,
  );
  const { uuid, apiId, passwords } = createSecrets(batch);
  await insert(
    `INSERT INTO proxy (id, uuid, user_id, order_id, proxy_api_id, type, status, protocol,
       host, port, port_socks5, username, password_digest, password_encrypted, country, ip, ttl_minutes, session_id,
       limit_bytes, used_bytes, price_kobo, expiry_warned, expires_at, created_at,
       updated_at)
     SELECT ${after.proxy} + i, s.uuid, ${after.users} + i, ${after.proxy_order} + i, s.api_id,
            ${TYPE},
            CASE WHEN ${timestampSql(context)} + ${TERM} <= now() THEN 'expired'
                 WHEN ${IS_INACTIVE} THEN 'suspended' ELSE 'active' END,
            ${PROTOCOL}, $6, $7, $8, 'np${run}x' || i, $9, s.encrypted, ${COUNTRY}, ${addressSql(context)},
            CASE WHEN ${IS_POOL} THEN 0 END, 'main', CASE WHEN ${IS_POOL} THEN ${GIGABYTE} END,
            ${USED_BYTES}, ${PRICE}, ${WARNED},
            ${timestampSql(context)} + ${TERM}, ${timestampSql(context)}, ${timestampSql(context)}
     FROM unnest($3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY AS s (uuid, api_id, encrypted, ordinal),
          LATERAL (SELECT $1::int + s.ordinal::int - 1 AS i) AS one WHERE i <= $2::int`,
    [uuid, apiId, passwords, gateway.host, gateway.http, gateway.socks, context.passwordDigest],
  );
  await insert(
    `INSERT INTO gateway_meter (proxy_id, bytes_down, updated_at, changed_minute)
     SELECT ${after.proxy} + i, ${USED_BYTES}, ${timestampSql(context)},
            date_trunc('minute', ${timestampSql(context)})
     FROM generate_series($1::int, $2::int) AS i WHERE ${IS_POOL}`,
  );
  await insert(
    `INSERT INTO usage_hour (proxy_id, hour, bytes_down)
     SELECT ${after.proxy} + i, date_trunc('hour', ${timestampSql(context)}), ${USED_BYTES}
     FROM generate_series($1::int, $2::int) AS i WHERE ${IS_POOL}`,
  );
}
