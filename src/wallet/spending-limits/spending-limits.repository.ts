import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import type { ActingApiKey } from '../../common/security/actor';
import { ZONE } from '../../common/time/calendar';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import type { MemberSpendingState } from '../wallet.types';

/**
 * One row per key, whose lock serializes its purchases, so that concurrent ones cannot pass the cap together. A
 * transaction that began before midnight and ends after another of the new day counts on the new day.
 */
const COUNT_FOR_KEY = prepareStatement(
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

/** A charge that was counted, or refused by a limit. */
interface CountResult extends MemberSpendingState {
  /** What was spent is without the charge. */
  readonly isCounted: boolean;
}

interface StateRow {
  readonly daily: string | null;
  readonly monthly: string | null;
  readonly today: string;
  readonly month: string;
}

interface CountRow extends StateRow {
  readonly fits: boolean;
}

const TODAY = `(now() AT TIME ZONE '${ZONE}')::date`;

/** Of member $2 from the wallet of owner $1. */
const SPENT = `SELECT coalesce(sum(s.spent_kobo) FILTER (WHERE s.day = ${TODAY}), 0)::bigint AS today,
            coalesce(sum(s.spent_kobo), 0)::bigint AS month
     FROM member_spending s
     WHERE s.owner_id = $1 AND s.member_id = $2 AND s.day >= date_trunc('month', ${TODAY}::timestamp)::date`;

const FIND_OF_MEMBER = prepareStatement(
  'member-spending.find',
  `WITH spent AS (${SPENT})
   SELECT m.daily_limit_kobo AS daily, m.monthly_limit_kobo AS monthly, spent.today, spent.month
   FROM team_member m, spent WHERE m.owner_id = $1 AND m.member_id = $2 AND m.role = 'buyer'`,
);

/**
 * The wallet of the owner is locked by then, which serializes the charges of all members. The limits are those of this moment, and
 * a member who was removed meanwhile has none and is not counted.
 */
const COUNT_FOR_MEMBER = prepareStatement(
  'member-spending.count',
  `WITH spent AS (${SPENT}),
   buyer AS (
     SELECT m.daily_limit_kobo AS daily, m.monthly_limit_kobo AS monthly, spent.today, spent.month,
            (m.daily_limit_kobo IS NULL OR spent.today + $3::bigint <= m.daily_limit_kobo)
            AND (m.monthly_limit_kobo IS NULL OR spent.month + $3::bigint <= m.monthly_limit_kobo) AS fits
     FROM team_member m, spent WHERE m.owner_id = $1 AND m.member_id = $2 AND m.role = 'buyer'),
   counted AS (
     INSERT INTO member_spending AS s (owner_id, member_id, day, spent_kobo)
     SELECT $1::int, $2::int, ${TODAY}, $3::bigint FROM buyer WHERE fits
     ON CONFLICT (owner_id, member_id, day) DO UPDATE SET spent_kobo = s.spent_kobo + excluded.spent_kobo),
   charged AS (
     INSERT INTO member_charge (transaction_id, owner_id, member_id, day)
     SELECT $4::int, $1::int, $2::int, ${TODAY} FROM buyer WHERE fits)
   SELECT fits, daily, monthly, today, month FROM buyer`,
);

/** What API keys and members of teams may spend. SQL, where the comparison with a limit and the sums are one statement. */
@Injectable()
export class SpendingLimitsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Adds to what the key has spent today. @returns false, without adding, when that exceeds its cap. */
  async countForKey({ id, dailyLimit }: ActingApiKey, amount: Money): Promise<boolean> {
    const { rows } = await this.uow.executeInTransaction<{ spent_kobo: string }>(COUNT_FOR_KEY, [
      id,
      amount.kobo.toString(),
      dailyLimit?.kobo.toString() ?? null,
    ]);
    return rows.length === 1;
  }

  /** @returns null when the member may not buy for the owner. */
  async findOfMember(ownerId: number, memberId: number): Promise<MemberSpendingState | null> {
    const { rows } = await this.uow.execute<StateRow>(FIND_OF_MEMBER, [ownerId, memberId]);
    const [row] = rows;
    return row ? toState(row) : null;
  }

  /**
   * Adds a charge to what the member has spent. Call it with the owner's wallet locked.
   * @returns null when the member may not buy for the owner.
   */
  async countForMember(
    ownerId: number,
    memberId: number,
    amount: Money,
    transactionId: number,
  ): Promise<CountResult | null> {
    const { rows } = await this.uow.executeInTransaction<CountRow>(COUNT_FOR_MEMBER, [
      ownerId,
      memberId,
      amount.kobo.toString(),
      transactionId,
    ]);
    const [row] = rows;
    return row ? { isCounted: row.fits, ...toState(row) } : null;
  }

  /** Takes a refund off the day of its charge. Does nothing for a charge of the owner. Call it with the wallet locked. */
  async giveBackToMember(chargeId: number, amount: Money): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE member_spending s SET spent_kobo = s.spent_kobo - $2::bigint FROM member_charge c
       WHERE c.transaction_id = $1 AND s.owner_id = c.owner_id AND s.member_id = c.member_id AND s.day = c.day`,
      [chargeId, amount.kobo.toString()],
    );
  }
}

const toState = ({ daily, monthly, today, month }: StateRow): MemberSpendingState => ({
  dailyLimit: toMoney(daily),
  monthlyLimit: toMoney(monthly),
  spentToday: Money.kobo(BigInt(today)),
  spentThisMonth: Money.kobo(BigInt(month)),
});

const toMoney = (kobo: string | null): Money | null =>
  kobo === null ? null : Money.kobo(BigInt(kobo));
