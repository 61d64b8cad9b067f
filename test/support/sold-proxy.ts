/** A residential proxy of any country for an hour. */
interface SoldProxy {
  readonly username: string;
  readonly digest?: Buffer;
}

/** A proxy with the order behind it, of whichever user came last. @returns its id. */
export async function insertSoldProxy(
  query: (sql: string, values: unknown[]) => Promise<{ id: number }[]>,
  { username, digest = Buffer.alloc(32) }: SoldProxy,
): Promise<number> {
  const [row] = await query(
    `WITH line AS (
       INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
       SELECT max(id), 'BUY-' || $1, 'debit', 'purchase', 'pending', 100, '' FROM users RETURNING id, user_id
     ), bought AS (
       INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request, transaction_id)
       SELECT user_id, 'BUY-' || $1, 'residential_ipv4', 1, 100, '{}', id FROM line RETURNING id, user_id
     )
     INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
       password_digest, password_encrypted, country, ttl_minutes, session_id, price_kobo, expires_at)
     SELECT gen_random_uuid(), user_id, id, 'gw_' || $1, 'residential_ipv4', 'http', 'localhost', 3128, 1080, $1,
       $2, '', 'zz', 0, 'main', 100, now() + interval '1 hour' FROM bought RETURNING id`,
    [username, digest],
  );
  return row!.id;
}
