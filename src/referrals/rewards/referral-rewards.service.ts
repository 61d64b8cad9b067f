import { Injectable, Logger } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { WalletService } from '../../wallet/wallet.service';
import { ReferralTermsService } from '../referral-terms.service';
import { ReferralsRepository } from '../referrals.repository';
import type { RewardStatus } from '../referrals.types';
import type { ReferralReward } from './referral-reward.entity';
import { RewardMailService } from './reward-mail.service';
import { ReferralRewardsRepository } from './referral-rewards.repository';

const BATCH_SIZE = 200;
const NAIRA = 100n;
const PERCENT = 100n;

/** What a reversal of the top-up, and its return, make of a reward. */
const REVERSED: Partial<Record<RewardStatus, RewardStatus>> = {
  due: 'cancelled',
  granted: 'take_back_due',
  put_back_due: 'taken_back',
};
const RESTORED: Partial<Record<RewardStatus, RewardStatus>> = {
  cancelled: 'due',
  take_back_due: 'granted',
  taken_back: 'put_back_due',
};

/** A top-up at the moment it is credited. */
export interface CreditedTopup {
  readonly paymentId: number;
  readonly userId: number;
  readonly amount: Money;
}

/** Rewards for invitations: due with the first sufficient top-up of the invited customer, booked by a worker. */
@Injectable()
export class ReferralRewardsService {
  private readonly logger = new Logger(ReferralRewardsService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly terms: ReferralTermsService,
    private readonly referrals: ReferralsRepository,
    private readonly rewards: ReferralRewardsRepository,
    private readonly users: UsersService,
    private readonly wallet: WalletService,
    private readonly mail: RewardMailService,
  ) {}

  /** Makes a reward due if the customer was invited and brought none before. Needs an open unit of work. */
  async topupCredited({ paymentId, userId, amount }: CreditedTopup): Promise<void> {
    const { isEnabled, percentage, maximum, minimumTopup } = await this.terms.current();
    if (!isEnabled || amount.isLessThan(minimumTopup)) return;
    const referrerId = await this.referrals.findReferrer(userId);
    if (referrerId === null) return;
    const reward = calculateReward(amount, percentage, maximum);
    if (reward.isPositive) await this.rewards.insert({ userId, referrerId, paymentId, reward });
  }

  /** Needs an open unit of work. */
  topupReversed(paymentId: number): Promise<void> {
    return this.move(paymentId, REVERSED);
  }

  /** When nothing of the top-up is reversed any more. Needs an open unit of work. */
  topupRestored(paymentId: number): Promise<void> {
    return this.move(paymentId, RESTORED);
  }

  /**
   * Books everything that is due, each in a unit of work of its own; any number of workers may run it at once.
   * @throws AggregateError when some could not be booked; the others were all the same.
   */
  async bookDue(): Promise<void> {
    const failures: unknown[] = [];
    let due = await this.rewards.findDue(0, BATCH_SIZE);
    for (; due.length > 0; due = await this.rewards.findDue(due.at(-1)!, BATCH_SIZE))
      for (const id of due)
        try {
          await this.uow.run(() => this.bookIfDue(id));
        } catch (error) {
          this.logger.error({ err: error, rewardId: id }, 'A reward could not be booked');
          failures.push(error);
        }
    if (failures.length) throw new AggregateError(failures, 'Some rewards were not booked');
  }

  private async bookIfDue(id: number): Promise<void> {
    const reward = await this.rewards.lockDue(id);
    if (reward) await this.book(reward);
  }

  private async move(
    paymentId: number,
    transitions: Partial<Record<RewardStatus, RewardStatus>>,
  ): Promise<void> {
    const reward = await this.rewards.lockByPayment(paymentId);
    const status = reward && transitions[reward.status];
    if (status) await this.rewards.update(reward, { status });
  }

  private async book(reward: ReferralReward): Promise<void> {
    // The account before the wallet, as everywhere.
    const referrer = await this.users.lockShared(reward.referrerId);
    if (reward.status === 'take_back_due') await this.takeBack(reward);
    else if (referrer?.status !== 'active')
      await this.rewards.update(reward, { status: toUnpaid(reward) });
    else if (await this.users.findTeam(referrer)) return;
    else await this.credit(reward, referrer);
    crashPoint('referral.before-commit');
  }

  private async credit(reward: ReferralReward, referrer: UserAccount): Promise<void> {
    const isFirst = reward.status === 'due';
    const amount = Money.kobo(isFirst ? reward.rewardKobo : reward.takenBackKobo);
    if (amount.isPositive) {
      const { replayed } = await this.wallet.credit(
        {
          ...toLine(reward, amount),
          type: 'credit',
          description: isFirst
            ? 'Reward for inviting a customer'
            : 'Reward for inviting a customer put back: their top-up stands again',
        },
        { idempotencyKey: toKey(reward), kind: 'referral', against: 'promotions' },
      );
      if (replayed) throw new Error(`Reward ${reward.id} was booked before`);
      if (isFirst) await this.mail.sendGranted(referrer, amount);
    }
    await this.finish(reward, 'granted', Money.zero);
  }

  /** At most the balance: the referrer owes no gift. */
  private async takeBack(reward: ReferralReward): Promise<void> {
    const left = Money.kobo(reward.rewardKobo);
    const balance = await this.wallet.lockBalance(reward.referrerId);
    const amount = balance.isLessThan(left) ? balance : left;
    if (amount.isPositive) {
      const { replayed } = await this.wallet.debit(
        {
          ...toLine(reward, amount),
          type: 'debit',
          description: 'Reward for inviting a customer taken back: their top-up was reversed',
        },
        { idempotencyKey: toKey(reward), kind: 'referral_reversal', against: 'promotions' },
      );
      if (replayed) throw new Error(`Reward ${reward.id} was taken back before`);
    }
    await this.finish(reward, 'taken_back', amount);
  }

  private finish(reward: ReferralReward, status: RewardStatus, takenBack: Money): Promise<void> {
    return this.rewards.update(reward, {
      status,
      takenBackKobo: takenBack.kobo,
      bookings: reward.bookings + 1,
    });
  }
}

/** What is not paid to an account that is not active: the reward, or its return. */
const toUnpaid = ({ status }: ReferralReward): RewardStatus =>
  status === 'due' ? 'cancelled' : 'taken_back';

const toLine = (reward: ReferralReward, amount: Money) =>
  ({
    userId: reward.referrerId,
    reference: `REFERRAL-${reward.id}-${reward.bookings}`,
    purpose: 'referral',
    amount,
    paymentMethod: 'referral',
    metadata: { referral_reward_id: reward.id },
  }) as const;

const toKey = ({ id, bookings }: ReferralReward): string => `referral:${id}:${bookings}`;

/** Whole naira, rounded down. */
function calculateReward(amount: Money, percentage: number, maximum: Money): Money {
  const share = (amount.kobo * BigInt(percentage)) / PERCENT;
  const capped = maximum.kobo < share ? maximum.kobo : share;
  return Money.kobo((capped / NAIRA) * NAIRA);
}
