import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../common/http/pagination.dto';
import { Money } from '../common/money/money';
import type { Actor } from '../common/security/actor';
import { AppConfig } from '../config/app-config';
import { PromotionsService } from '../promotions/promotions.service';
import { UsersService } from '../users/users.service';
import { ReferralTermsService } from './referral-terms.service';
import { ReferralsRepository } from './referrals.repository';
import type {
  InvitedCustomer,
  ReferralState,
  ReferralTerms,
  ReferralTotals,
  RewardStatus,
} from './referrals.types';

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

export interface OwnReferrals {
  readonly terms: ReferralTerms;
  readonly totals: ReferralTotals;
  readonly code: string;
  /** To be passed on. */
  readonly link: string;
  readonly invited: Paged<InvitedCustomer>;
}

/** Invitations of customers by customers. */
@Injectable()
export class ReferralsService {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly promotions: PromotionsService,
    private readonly terms: ReferralTermsService,
    private readonly repository: ReferralsRepository,
  ) {}

  /**
   * Notes who invited a new customer; needs the unit of work that opens the account. A code that is unknown or of an
   * account that is not active is passed over: it must not keep anybody from signing up. So is one that is the person's own,
   * or that comes with an account of a person who had one before.
   */
  async accountOpened(userId: number, code: string): Promise<void> {
    const referrerId = await this.repository.findOwner(code.trim().toUpperCase());
    if (referrerId === null) return;
    const [referrer] = await this.users.findActiveByIds([referrerId]);
    if (!referrer || (await this.promotions.isSamePerson(userId, referrerId))) return;
    if (await this.promotions.use('referral', userId, 1))
      await this.repository.insert(userId, referrerId);
  }

  /** The actor's link, what it brings and whom it brought. */
  async findOwn({ userId }: Actor, page: Page): Promise<OwnReferrals> {
    const code = await this.findCode(userId);
    return {
      code,
      link: `${this.config.http.appUrl}/auth?mode=register&ref=${code}`,
      terms: await this.terms.current(),
      totals: await this.repository.getTotals(userId),
      invited: await this.listInvited(userId, page),
    };
  }

  /** Draws again in the unlikely case that the code is taken. */
  private async findCode(userId: number): Promise<string> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const code = await this.repository.findCode(userId);
      if (code) return code;
      await this.repository.addCode(userId, drawCode());
    }
    throw new Error(`No free referral code for user ${userId}`);
  }

  private async listInvited(userId: number, page: Page): Promise<Paged<InvitedCustomer>> {
    const { rows, total } = await this.repository.list(userId, page);
    const users = await this.users.findActiveByIds(rows.map((row) => row.userId));
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return {
      page,
      total,
      rows: rows.map(({ userId: id, createdAt, reward }) => ({
        name: toInitial(names.get(id)),
        joinedAt: createdAt,
        state: reward ? STATES[reward.status] : 'joined',
        reward: reward && Money.kobo(reward.rewardKobo),
      })),
    };
  }
}

const drawCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Who follows a link that was posted in public keeps the rest of their name to themselves. */
const toInitial = (name: string | undefined): string =>
  name ? `${[...name.trim()][0]!.toUpperCase()}•••` : 'Customer';
