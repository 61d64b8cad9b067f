import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { toOffset, toPagination, type Page } from '../common/http/pagination.dto';
import { Money } from '../common/money/money';
import type { Actor } from '../common/security/actor';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { PromotionsService } from './promotions.service';
import { SettingsService } from '../settings/settings.service';
import { UsersService } from '../users/users.service';
import { Referral, ReferralCode, ReferralReward, type RewardStatus } from './referral.entity';
import type { InvitedCustomerResponse, ReferralsData, ReferralState } from './referrals.dto';

/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

const STATES: Record<RewardStatus, ReferralState> = {
  due: 'pending',
  put_back_due: 'pending',
  granted: 'rewarded',
  cancelled: 'reversed',
  take_back_due: 'reversed',
  taken_back: 'reversed',
};

/** Invitations of customers by customers. */
@Injectable()
export class ReferralsService {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly promotions: PromotionsService,
    private readonly settings: SettingsService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Notes who invited a new customer; needs the unit of work that opens the account. A code that is unknown or of an
   * account that is not active is passed over: it must not keep anybody from signing up. So is one that is the person's own,
   * or that comes with an account of a person who had one before.
   */
  async accountOpened(userId: number, text: string): Promise<void> {
    const code = text.trim().toUpperCase();
    const owner = await this.uow.manager.findOneBy(ReferralCode, { code });
    const [referrer] = owner ? await this.users.findActiveByIds([owner.userId]) : [];
    if (!referrer || (await this.promotions.isSamePerson(userId, referrer.id))) return;
    if (await this.promotions.use('referral', userId, 1))
      await this.uow.requireTransaction().insert(Referral, { userId, referrerId: referrer.id });
  }

  /** The actor's link, what it brings and whom it brought. */
  async findOwn({ userId }: Actor, page: Page): Promise<ReferralsData> {
    const code = await this.getCode(userId);
    const settings = await this.settings.current();
    return {
      code,
      link: `${this.config.http.appUrl}/auth?mode=register&ref=${code}`,
      enabled: settings.referralsEnabled,
      percentage: settings.referralPercentage,
      maximum: settings.referralMaximum,
      minimum_topup: settings.referralMinimumTopup,
      ...(await this.getTotals(userId)),
      ...(await this.listInvited(userId, page)),
    };
  }

  /** Draws again in the unlikely case that the code is taken. */
  private async getCode(userId: number): Promise<string> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const existing = await this.uow.manager.findOneBy(ReferralCode, { userId });
      if (existing) return existing.code;
      // Of several concurrent calls, the first one decides.
      await this.uow.manager
        .createQueryBuilder()
        .insert()
        .into(ReferralCode)
        .values({ userId, code: drawCode() })
        .orIgnore()
        .updateEntity(false)
        .execute();
    }
    throw new Error(`No free referral code for user ${userId}`);
  }

  private async getTotals(referrerId: number): Promise<Pick<ReferralsData, 'invited' | 'earned'>> {
    const [row] = await this.uow.manager.query<[{ invited: number; kobo: string }]>(
      `SELECT (SELECT count(*)::int FROM referral WHERE referrer_id = $1) AS invited,
         coalesce(sum(reward_kobo - taken_back_kobo), 0) AS kobo
       FROM referral_reward WHERE referrer_id = $1 AND bookings > 0`,
      [referrerId],
    );
    return { invited: row.invited, earned: Money.kobo(BigInt(row.kobo)).toNairaFloor() };
  }

  /** Newest first. */
  private async listInvited(
    referrerId: number,
    page: Page,
  ): Promise<Pick<ReferralsData, 'customers' | 'pagination'>> {
    const [rows, total] = await this.uow.manager.findAndCount(Referral, {
      where: { referrerId },
      order: { createdAt: 'DESC', userId: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    const ids = rows.map(({ userId }) => userId);
    const rewards = await this.uow.manager.findBy(ReferralReward, { userId: In(ids) });
    const rewardOf = new Map(rewards.map((reward) => [reward.userId, reward]));
    const users = await this.users.findActiveByIds(ids);
    const nameOf = new Map(users.map(({ id, name }) => [id, name]));
    const customers = rows.map(({ userId, createdAt }): InvitedCustomerResponse => {
      const reward = rewardOf.get(userId);
      return {
        name: toInitial(nameOf.get(userId)),
        joined_at: createdAt,
        status: reward ? STATES[reward.status] : 'joined',
        reward: reward?.reward.toNaira() ?? null,
      };
    });
    return { customers, pagination: toPagination({ rows, total, page }) };
  }
}

const drawCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Who follows a link that was posted in public keeps the rest of their name to themselves. */
const toInitial = (name: string | undefined): string =>
  name ? `${[...name.trim()][0]!.toUpperCase()}•••` : 'Customer';
