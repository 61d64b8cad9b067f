import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type Page, toOffset } from '../common/http/pagination.dto';
import { Money } from '../common/money/money';
import { UnitOfWork } from '../database/unit-of-work';
import { Referral } from './referral.entity';
import { ReferralCode } from './referral-code.entity';
import { ReferralReward } from './rewards/referral-reward.entity';
import type { ReferralTotals } from './referrals.types';

/** SQL for the sum over both tables. */
@Injectable()
export class ReferralsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findCode(userId: number): Promise<string | null> {
    return (await this.uow.manager.findOneBy(ReferralCode, { userId }))?.code ?? null;
  }

  /** Of several concurrent calls, the first one decides. */
  async addCode(userId: number, code: string): Promise<void> {
    await this.uow.manager
      .createQueryBuilder()
      .insert()
      .into(ReferralCode)
      .values({ userId, code })
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /** @returns the id of the customer whose code it is. */
  async findOwner(code: string): Promise<number | null> {
    return (await this.uow.manager.findOneBy(ReferralCode, { code }))?.userId ?? null;
  }

  async insert(userId: number, referrerId: number): Promise<void> {
    await this.uow.requireTransaction().insert(Referral, { userId, referrerId });
  }

  async findReferrer(userId: number): Promise<number | null> {
    return (await this.uow.manager.findOneBy(Referral, { userId }))?.referrerId ?? null;
  }

  /** Newest first, each with its reward. */
  async list(
    referrerId: number,
    page: Page,
  ): Promise<{ rows: (Referral & { reward: ReferralReward | null })[]; total: number }> {
    const [referrals, total] = await this.uow.manager.findAndCount(Referral, {
      where: { referrerId },
      order: { createdAt: 'DESC', userId: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    const rewards = await this.uow.manager.findBy(ReferralReward, {
      userId: In(referrals.map(({ userId }) => userId)),
    });
    const byUser = new Map(rewards.map((reward) => [reward.userId, reward]));
    return {
      rows: referrals.map((referral) => ({
        ...referral,
        reward: byUser.get(referral.userId) ?? null,
      })),
      total,
    };
  }

  async getTotals(referrerId: number): Promise<ReferralTotals> {
    const [row] = await this.uow.manager.query<{ invited: number; kobo: string }[]>(
      `SELECT (SELECT count(*)::int FROM referral WHERE referrer_id = $1) AS invited,
         coalesce(sum(reward_kobo - taken_back_kobo), 0) AS kobo
       FROM referral_reward WHERE referrer_id = $1 AND bookings > 0`,
      [referrerId],
    );
    return { invited: row!.invited, earned: Money.kobo(BigInt(row!.kobo)) };
  }
}
