import { createHash, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { encrypt } from '../../../common/crypto/secrets';
import { timestampSql, IS_INACTIVE, PRICE, type SeedContext } from './seed-context';

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
function createSecrets(context: SeedContext, from: number, to: number) {
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
export async function fillGoods(
  manager: EntityManager,
  context: SeedContext,
  from: number,
  to: number,
): Promise<void> {
  const { after, run, gateway } = context;
  await manager.query(
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
    [from, to],
  );
  const { uuid, apiId, passwords } = createSecrets(context, from, to);
  await manager.query(
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
    [
      ...[from, to, uuid, apiId, passwords],
      ...[gateway.host, gateway.http, gateway.socks, context.passwordDigest],
    ],
  );
  await manager.query(
    `INSERT INTO gateway_meter (proxy_id, bytes_down, updated_at, changed_minute)
     SELECT ${after.proxy} + i, ${USED_BYTES}, ${timestampSql(context)},
            date_trunc('minute', ${timestampSql(context)})
     FROM generate_series($1::int, $2::int) AS i WHERE ${IS_POOL}`,
    [from, to],
  );
  await manager.query(
    `INSERT INTO usage_hour (proxy_id, hour, bytes_down)
     SELECT ${after.proxy} + i, date_trunc('hour', ${timestampSql(context)}), ${USED_BYTES}
     FROM generate_series($1::int, $2::int) AS i WHERE ${IS_POOL}`,
    [from, to],
  );
}
