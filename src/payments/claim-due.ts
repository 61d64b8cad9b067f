import type { EntityManager } from 'typeorm';

/**
 * Leases rows that are due for a check until `leaseUntil`: no two workers get the same row, and a row
 * whose worker crashes becomes due again.
 */
export async function claimDue(
  manager: EntityManager,
  table: 'payment' | 'payment_refund',
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<number[]> {
  const [rows] = await manager.query<[{ id: number }[], number]>(
    `UPDATE ${table} SET next_check_at = $2
     WHERE id IN (SELECT id FROM ${table} WHERE next_check_at <= $1
                  ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, leaseUntil, limit],
  );
  return rows.map((row) => row.id);
}
