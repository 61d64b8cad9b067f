import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { CURRENCY, type SystemPosting } from '../wallet.types';

/**
 * One statement, as the ledger's trigger requires. An unknown account leaves one entry, which the trigger
 * rejects. The accounts are only read: postings share no row that they write.
 */
const POST = `
  WITH header AS (
    INSERT INTO ledger_transaction (idempotency_key, kind, reference)
    VALUES ($1, $2, $3)
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING id
  ), entries AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
    SELECT header.id, account.id, CASE account.code WHEN $6 THEN $4::bigint ELSE -$4::bigint END
    FROM header, ledger_account account
    WHERE account.code IN ($5, $6) AND account.currency = '${CURRENCY}'
  )
  SELECT count(*)::int AS posted FROM header`;

/** Postings between system accounts, for money that belongs to no wallet. */
@Injectable()
export class SystemPostingService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Moves money at most once per key. Needs an open unit of work. @returns false when the key was posted before. */
  async post(posting: SystemPosting): Promise<boolean> {
    if (!posting.amount.isPositive) throw new RangeError('A system posting has a positive amount');
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ posted: number }]>(POST, [
        posting.idempotencyKey,
        posting.kind,
        posting.reference,
        posting.amount.kobo.toString(),
        posting.from,
        posting.to,
      ]);
    return row.posted === 1;
  }
}
