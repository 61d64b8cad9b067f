import type { Customer, CustomerApi } from '../../support/customer-api';

interface Bought {
  username?: string;
  country?: string;
  /** Null for a proxy without a quota. */
  limitBytes?: number | null;
  createdAt?: string;
  /** A moment, as PostgreSQL reads it. */
  expiresAt?: string;
}

/** A residential proxy with its order and its account at the gateway, without a delivery. */
export async function addProxy(
  api: CustomerApi,
  { id }: Customer,
  { username = 'npusage', country = 'ng', limitBytes = null, ...times }: Bought = {},
) {
  const transaction = await api.move(id);
  const { createdAt = 'now', expiresAt = 'now' } = times;
  const [row] = await api.sql<{ proxy_id: number; account_id: number }>(
    `WITH bought AS (
       INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request,
         transaction_id, status)
       VALUES ($1, $3, 'residential_ipv4', 1, 100, '{}', $2, 'delivered') RETURNING id
     ), account AS (
       INSERT INTO gateway_account (api_id, provision_key, username, password_digest,
         password_encrypted, kind, protocol, country, session_id, limit_bytes, expires_at)
       VALUES ('gw_' || $3, gen_random_uuid(), $3, '', '', 'residential', 'http', $4, 's', $5,
         $7::timestamptz) RETURNING id, api_id
     )
     INSERT INTO proxy (uuid, user_id, order_id, provider, proxy_api_id, type, protocol, host, port,
       port_socks5, username, password_encrypted, country, price_kobo, limit_bytes, created_at, expires_at)
     SELECT gen_random_uuid(), $1, bought.id, 'embedded', account.api_id, 'residential_ipv4', 'http',
            'localhost', 1, 2, $3, '', $4, 100, $5, $6::timestamptz, $7::timestamptz
     FROM bought, account RETURNING id AS proxy_id, (SELECT id FROM account) AS account_id`,
    [id, transaction, username, country, limitBytes, createdAt, expiresAt],
  );
  return { proxyId: row!.proxy_id, accountId: row!.account_id };
}
