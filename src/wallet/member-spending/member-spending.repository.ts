import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { ZONE } from '../../common/time/zone';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import type { MemberSpendingState } from '../wallet.types';

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

const FIND = prepareStatement(
  'member-spending.find',
  `WITH spent AS (${SPENT})
   SELECT m.daily_limit_kobo AS daily, m.monthly_limit_kobo AS monthly, spent.today, spent.month
   FROM team_member m, spent WHERE m.owner_id = $1 AND m.member_id = $2 AND m.role = 'buyer'`,
);

/**
 * The wallet of the owner is locked by then, which serializes the charges of all members. The limits are those of this moment, and
 * a member who was removed meanwhile has none and is not counted.
 */
const COUNT = prepareStatement(
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

/** SQL, where the comparison with the limits and the sums are one statement. */
@Injectable()
export class MemberSpendingRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns null when the member may not buy for the owner. */
  async find(ownerId: number, memberId: number): Promise<MemberSpendingState | null> {
    const { rows } = await this.uow.execute<StateRow>(FIND, [ownerId, memberId]);
    const [row] = rows;
    return row ? toState(row) : null;
  }

  /**
   * Adds a charge to what the member has spent. Call it with the owner's wallet locked.
   * @returns null when the member may not buy for the owner.
   */
  async count(
    ownerId: number,
    memberId: number,
    amount: Money,
    transactionId: number,
  ): Promise<CountResult | null> {
    const { rows } = await this.uow.executeInTransaction<CountRow>(COUNT, [
      ownerId,
      memberId,
      amount.kobo.toString(),
      transactionId,
    ]);
    const [row] = rows;
    return row ? { isCounted: row.fits, ...toState(row) } : null;
  }

  /** Takes a refund off the day of its charge. Does nothing for a charge of the owner. Call it with the wallet locked. */
  async giveBack(chargeId: number, amount: Money): Promise<void> {
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
