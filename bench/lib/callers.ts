import { randomUUID } from 'node:crypto';
import { AccessTokenService } from '../../src/auth/sessions/access-token.service';
import type { Role } from '../../src/common/security/actor';
import { Clock, DAY } from '../../src/common/time/clock';
import type { Shop } from './bench-context';

/** A signed-in user. */
export interface Caller {
  readonly id: number;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly headers: Record<string, string>;
}

/** Creates sessions directly: hashing that many passwords would take too long. */
export async function signIn(shop: Shop, ids: readonly number[]): Promise<Caller[]> {
  const tokens = new AccessTokenService(shop.config, new Clock());
  const sessions = ids.map(() => randomUUID());
  await shop.sql(
    `INSERT INTO session (id, user_id, last_seen_at, expires_at, ip, user_agent)
     SELECT s.id, s.user_id, now(), now() + interval '1 day', '127.0.0.1', 'bench'
     FROM unnest($1::uuid[], $2::int[]) AS s (id, user_id)`,
    [sessions, ids],
  );
  const rows = await shop.sql<{ id: number; name: string; email: string; role: Role }>(
    `SELECT id, name, email, role FROM users WHERE id = ANY($1)`,
    [ids],
  );
  const users = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const { name, email, role } = users.get(id)!;
    const sessionId = sessions[index]!;
    const token = tokens.sign({ userId: id, sessionId, role }, new Date(Date.now() + DAY));
    return { id, sessionId, name, email, headers: { authorization: `Bearer ${token}` } };
  });
}

/** Customers with wallets funded by the given amount through the ledger. */
export async function createFundedCustomers(
  shop: Shop,
  count: number,
  naira: number,
): Promise<Caller[]> {
  const rows = await shop.sql<{ id: number }>(
    `SELECT u.id FROM users u TABLESAMPLE SYSTEM (100)
     WHERE role = 'user' AND status = 'active' AND NOT EXISTS (SELECT FROM session s WHERE s.user_id = u.id)
     LIMIT $1`,
    [count],
  );
  const ids = rows.map((row) => row.id);
  await shop.sql(
    `WITH wallet AS (
       UPDATE ledger_account SET balance_kobo = balance_kobo + $2::bigint, version = version + 1
       WHERE kind = 'wallet' AND user_id = ANY($1) RETURNING id, user_id, balance_kobo, version),
     header AS (
       INSERT INTO ledger_transaction (idempotency_key, kind, reference)
       SELECT 'fund:BENCH-' || user_id || '-' || version, 'admin_funding', 'BENCH-' || user_id || '-' || version
       FROM wallet RETURNING id, reference),
     booked AS (
       SELECT w.*, h.id AS posting, h.reference FROM wallet w
       JOIN header h ON h.reference = 'BENCH-' || w.user_id || '-' || w.version),
     entries AS (
       INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, balance_after_kobo, account_version)
       SELECT posting, id, $2::bigint, balance_kobo, version FROM booked
       UNION ALL SELECT posting, (SELECT id FROM ledger_account WHERE code = 'adjustments'), -$2::bigint, NULL, NULL
       FROM booked)
     INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description,
       payment_method, ledger_transaction_id, processed_at)
     SELECT user_id, reference, 'credit', 'funding', 'successful', $2::bigint, 'For measuring', 'admin',
       posting, now() FROM booked`,
    [ids, String(naira * 100)],
  );
  return signIn(shop, ids);
}

/** Creates back office staff. */
export async function createStaff(shop: Shop, count: number): Promise<Caller[]> {
  const rows = await shop.sql<{ id: number }>(
    `INSERT INTO users (name, email, role, email_verified_at)
     SELECT 'Bench Admin', 'bench-' || gen_random_uuid() || '@example.com', 'admin', now()
     FROM generate_series(1, $1::int) RETURNING id`,
    [count],
  );
  return signIn(
    shop,
    rows.map((row) => row.id),
  );
}
