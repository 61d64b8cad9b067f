import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';

/** What a member of staff has moved today without another admin. */
export interface MovedToday {
  readonly funded: Money;
  readonly other: Money;
}

/** SQL, where the change of the day and the lock are one statement. */
@Injectable()
export class StaffAllowanceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * One row per member of staff, whose lock serializes the movements until the unit of work ends. Take it before any
   * other lock. A transaction that began before midnight counts on the new day once another of that day has ended.
   */
  async lock(staffId: number): Promise<MovedToday> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ funded_kobo: string; other_kobo: string }]>(
        `INSERT INTO staff_allowance AS a (staff_id, day, funded_kobo, other_kobo)
         VALUES ($1, (now() AT TIME ZONE '${ZONE}')::date, 0, 0)
         ON CONFLICT (staff_id) DO UPDATE
         SET day = greatest(a.day, excluded.day),
             funded_kobo = CASE WHEN a.day >= excluded.day THEN a.funded_kobo ELSE 0 END,
             other_kobo = CASE WHEN a.day >= excluded.day THEN a.other_kobo ELSE 0 END
         RETURNING funded_kobo, other_kobo`,
        [staffId],
      );
    return {
      funded: Money.kobo(BigInt(row.funded_kobo)),
      other: Money.kobo(BigInt(row.other_kobo)),
    };
  }

  /** Stores what was moved today. Needs the lock. */
  async store(staffId: number, { funded, other }: MovedToday): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('UPDATE staff_allowance SET funded_kobo = $2, other_kobo = $3 WHERE staff_id = $1', [
        staffId,
        funded.kobo.toString(),
        other.kobo.toString(),
      ]);
  }
}
