import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

export interface SimulatedPayout {
  readonly pointer: string;
  readonly reference: string;
  readonly amountKobo: string;
  readonly feeKobo: string;
  readonly createdAt: Date;
}

export interface SimulatedPayoutItem {
  readonly pointer: string;
  readonly type: 'charge' | 'refund';
  readonly reference: string;
  readonly amountKobo: string;
  readonly feeKobo: string;
}

const COLUMNS = `pointer, reference, amount_kobo AS "amountKobo", fee_kobo AS "feeKobo", created_at AS "createdAt"`;

/** SQL, since a payout claims the rows of two tables. */
@Injectable()
export class PayoutRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Pays out every successful charge and refund that is not paid out yet. @returns null when nothing is left to pay. */
  async create(reference: string): Promise<SimulatedPayout | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('sandbox payout'))`);
    await manager.query(
      `UPDATE sandbox.charge SET payout_reference = $1 WHERE status = 'success' AND payout_reference IS NULL`,
      [reference],
    );
    await manager.query(
      `UPDATE sandbox.refund SET payout_reference = $1 WHERE payout_reference IS NULL`,
      [reference],
    );
    const [row] = await manager.query<SimulatedPayout[]>(
      `INSERT INTO sandbox.payout (reference, amount_kobo, fee_kobo)
       SELECT $1, kobo, 0 FROM (SELECT
           (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE payout_reference = $1)
         - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund WHERE payout_reference = $1) AS kobo) AS due
       WHERE kobo > 0 RETURNING ${COLUMNS}`,
      [reference],
    );
    return row ?? null;
  }

  /** Newest first. */
  list(from: Date | null, to: Date | null, after: string | null, limit: number) {
    return this.uow.manager.query<SimulatedPayout[]>(
      `SELECT ${COLUMNS} FROM sandbox.payout
       WHERE created_at >= coalesce($1, '-infinity'::timestamptz)
         AND created_at < coalesce($2::timestamptz, 'infinity') + interval '1 second'
         AND ($3::bigint IS NULL OR pointer < $3) ORDER BY pointer DESC LIMIT $4`,
      [from, to, after, limit],
    );
  }

  async exists(reference: string): Promise<boolean> {
    const rows = await this.uow.manager.query<unknown[]>(
      `SELECT FROM sandbox.payout WHERE reference = $1`,
      [reference],
    );
    return rows.length > 0;
  }

  listItems(reference: string, after: string | null, limit: number) {
    return this.uow.manager.query<SimulatedPayoutItem[]>(
      `SELECT * FROM (
         SELECT 'c_' || lpad(pointer::text, 18, '0') AS pointer, 'charge' AS type, reference,
           paid_kobo AS "amountKobo", fee_kobo AS "feeKobo" FROM sandbox.charge WHERE payout_reference = $1
         UNION ALL SELECT 'r_' || reference, 'refund', reference, -amount_kobo, 0
         FROM sandbox.refund WHERE payout_reference = $1) AS item
       WHERE $2::text IS NULL OR pointer COLLATE "C" > $2 ORDER BY pointer COLLATE "C" LIMIT $3`,
      [reference, after, limit],
    );
  }
}
