/** A residential proxy of any country for an hour, unless columns say otherwise. */
interface SoldProxy {
  readonly username: string;
  readonly digest?: Buffer;
  /** Whichever user came last, unless given. */
  readonly userId?: number;
  readonly columns?: Record<string, unknown>;
}

/** A proxy with the order behind it. @returns its id. */
export async function insertSoldProxy(
  query: (sql: string, values: unknown[]) => Promise<{ id: number }[]>,
  { username, digest = Buffer.alloc(32), userId, columns = {} }: SoldProxy,
): Promise<number> {
  const proxy = {
    ...{ type: 'residential_ipv4', protocol: 'http', country: 'zz', ttl_minutes: 0 },
    ...{ session_id: 'main', host: 'localhost', port: 3128, port_socks5: 1080, price_kobo: 100 },
    ...{ username, password_digest: digest, password_encrypted: '' },
    expires_at: new Date(Date.now() + 3_600_000),
    ...columns,
  };
  const marks = Object.keys(proxy).map((_, i) => `$${i + 2}`);
  const [row] = await query(
    `WITH line AS (
       INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
       SELECT coalesce($1, max(id)), 'BUY-' || gen_random_uuid(), 'debit', 'purchase', 'pending', 100, ''
       FROM users RETURNING id, user_id, reference
     ), bought AS (
       INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request, transaction_id)
       SELECT user_id, reference, 'residential_ipv4', 1, 100, '{}', id FROM line RETURNING id, user_id
     )
     INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, ${Object.keys(proxy).join(', ')})
     SELECT gen_random_uuid(), user_id, id, 'gw_' || gen_random_uuid(), ${marks.join(', ')} FROM bought RETURNING id`,
    [userId ?? null, ...Object.values(proxy)],
  );
  return row!.id;
}
