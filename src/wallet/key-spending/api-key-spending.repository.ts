import { Injectable } from '@nestjs/common';
import type { Money } from '../../common/money/money';
import type { ActingApiKey } from '../../common/security/actor';
import { ZONE } from '../../common/time/zone';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';

/**
 * One row per key, whose lock serializes its purchases, so that concurrent ones cannot pass the cap together. A
 * transaction that began before midnight and ends after another of the new day counts on the new day.
 */
const COUNT = prepareStatement(
  'api-key-spending.count',
  `INSERT INTO api_key_spending AS s (api_key_id, day, spent_kobo)
   SELECT $1::int, (now() AT TIME ZONE '${ZONE}')::date, $2::bigint
   WHERE $3::bigint IS NULL OR $2::bigint <= $3::bigint
   ON CONFLICT (api_key_id) DO UPDATE
   SET day = greatest(s.day, excluded.day),
       spent_kobo = excluded.spent_kobo + CASE WHEN s.day >= excluded.day THEN s.spent_kobo ELSE 0 END
   WHERE $3::bigint IS NULL
      OR excluded.spent_kobo + CASE WHEN s.day >= excluded.day THEN s.spent_kobo ELSE 0 END <= $3::bigint
   RETURNING spent_kobo`,
);

/** SQL, where the comparison with the cap and the sum are one statement. */
@Injectable()
export class ApiKeySpendingRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Adds to what the key has spent today. @returns false, without adding, when that exceeds its cap. */
  async count({ id, dailyLimit }: ActingApiKey, amount: Money): Promise<boolean> {
    const { rows } = await this.uow.executeInTransaction<{ spent_kobo: string }>(COUNT, [
      id,
      amount.kobo.toString(),
      dailyLimit?.kobo.toString() ?? null,
    ]);
    return rows.length === 1;
  }
}
