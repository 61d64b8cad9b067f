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

/** A residential proxy with its order, at a price that nobody was quoted. */
export async function addProxy(
  api: CustomerApi,
  { id }: Customer,
  { username = 'npusage', country = 'ng', limitBytes = null, ...times }: Bought = {},
) {
  const transaction = await api.move(id);
  const { createdAt = 'now', expiresAt = 'now' } = times;
  const [row] = await api.sql<{ id: number }>(
    `WITH bought AS (
       INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request, transaction_id)
       VALUES ($1, $3, 'residential_ipv4', 1, 100, '{}', $2) RETURNING id
     )
     INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
       password_digest, password_encrypted, country, session_id, price_kobo, limit_bytes, created_at, expires_at)
     SELECT gen_random_uuid(), $1, id, 'gw_' || $3, 'residential_ipv4', 'http', 'localhost', 1, 2, $3,
            '', '', $4, 's', 100, $5, $6::timestamptz, $7::timestamptz
     FROM bought RETURNING id`,
    [id, transaction, username, country, limitBytes, createdAt, expiresAt],
  );
  return { proxyId: row!.id };
}
