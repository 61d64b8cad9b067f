import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { RewardStatus } from '../referrals.types';
import { ReferralReward } from './referral-reward.entity';

const DUE: readonly RewardStatus[] = ['due', 'take_back_due', 'put_back_due'];
/** SQL: literals, since the partial index of due rewards serves no parameters. */
const DUE_LIST = DUE.map((status) => `'${status}'`).join(', ');

@Injectable()
export class ReferralRewardsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Does nothing for a customer who brought a reward before. */
  async insert(reward: {
    userId: number;
    referrerId: number;
    paymentId: number;
    reward: Money;
  }): Promise<void> {
    const { reward: amount, ...row } = reward;
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(ReferralReward)
      .values({ ...row, rewardKobo: amount.kobo })
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /**
   * Ids of up to `limit` rewards that are due, after the given one. A member of a team, who sees no wallet of their own, is
   * credited after leaving it.
   */
  async findDue(after: number, limit: number): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT r.id FROM referral_reward r
       WHERE r.id > $1 AND r.status IN (${DUE_LIST})
         AND (r.status = 'take_back_due' OR NOT EXISTS (SELECT FROM team_member WHERE member_id = r.referrer_id))
       ORDER BY r.id LIMIT $2`,
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks one until the unit of work ends. @returns null when it is not due any more, or another worker has it. */
  lockDue(id: number): Promise<ReferralReward | null> {
    return this.uow.requireTransaction().findOne(ReferralReward, {
      where: { id, status: In([...DUE]) },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Locks the one that a payment brought until the unit of work ends. */
  lockByPayment(paymentId: number): Promise<ReferralReward | null> {
    return this.uow
      .requireTransaction()
      .findOne(ReferralReward, { where: { paymentId }, lock: { mode: 'pessimistic_write' } });
  }

  async update(
    { id }: ReferralReward,
    change: Partial<Pick<ReferralReward, 'status' | 'takenBackKobo' | 'bookings'>>,
  ): Promise<void> {
    await this.uow.requireTransaction().update(ReferralReward, { id }, change);
  }
}
