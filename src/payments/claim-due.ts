import type { EntityManager } from 'typeorm';
import { AdvisoryLock } from '../database/advisory-locks';

/**
 * Leases refunds that are due for a check until `leaseUntil`: no two workers get the same row, and a row
 * whose worker crashes becomes due again.
 */
export async function claimDueRefunds(
  manager: EntityManager,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<number[]> {
  const [rows] = await manager.query<[{ id: number }[], number]>(
    `UPDATE payment_refund SET next_check_at = $2
     WHERE id IN (SELECT id FROM payment_refund WHERE next_check_at <= $1
                  ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, leaseUntil, limit],
  );
  return rows.map((row) => row.id);
}

/**
 * As `claimDueRefunds`, for payments and by turns of the customers: the longest due payment of each comes
 * before the second one of any. Needs a transaction: one claim at a time looks for the next turns, since
 * concurrent ones would all find the same and leave with nothing.
 */
export async function claimDuePayments(
  manager: EntityManager,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<number[]> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.paymentClaims]);
  const [rows] = await manager.query<[{ id: number }[], number]>(
    `UPDATE payment SET next_check_at = $2
     WHERE id IN (
       SELECT p.id FROM payment p JOIN (
         SELECT id, next_check_at,
           row_number() OVER (PARTITION BY user_id ORDER BY next_check_at, id) AS turn
         FROM payment WHERE next_check_at <= $1
         ORDER BY turn, next_check_at LIMIT $3) due ON due.id = p.id
       WHERE p.next_check_at <= $1
       FOR UPDATE OF p SKIP LOCKED)
     RETURNING id`,
    [now, leaseUntil, limit],
  );
  return rows.map((row) => row.id);
}
