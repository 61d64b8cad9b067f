import { Injectable, Logger } from '@nestjs/common';
import { In } from 'typeorm';
import { crashPoint } from '../common/crash-point';
import { formatNaira, Money } from '../common/money/money';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { MailService } from '../mail/mail.service';
import { SettingsService } from '../settings/settings.service';
import { UsersService } from '../users/users.service';
import type { UserAccount } from '../users/users.types';
import { WalletService } from '../wallet/wallet.service';
import { Referral, ReferralReward, type RewardStatus } from './referral.entity';

const BATCH_SIZE = 200;
const DUE: readonly RewardStatus[] = ['due', 'take_back_due', 'put_back_due'];
/** SQL: literals, since the partial index of due rewards serves no parameters. */
const DUE_LIST = DUE.map((status) => `'${status}'`).join(', ');
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
    private readonly settings: SettingsService,
    private readonly users: UsersService,
    private readonly wallet: WalletService,
    private readonly mail: MailService,
    private readonly config: AppConfig,
  ) {}

  /** Makes a reward due if the customer was invited and brought none before. Needs an open unit of work. */
  async topupCredited({ paymentId, userId, amount }: CreditedTopup): Promise<void> {
    const { referralsEnabled, referralPercentage, referralMaximum, referralMinimumTopup } =
      await this.settings.current();
    if (!referralsEnabled || amount.isLessThan(Money.naira(referralMinimumTopup))) return;
    const referral = await this.uow.manager.findOneBy(Referral, { userId });
    if (!referral) return;
    const reward = calculateReward(amount, referralPercentage, Money.naira(referralMaximum));
    if (!reward.isPositive) return;
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(ReferralReward)
      .values({ userId, referrerId: referral.referrerId, paymentId, reward })
      .orIgnore()
      .updateEntity(false)
      .execute();
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
    let due = await this.findDue(0);
    for (; due.length > 0; due = await this.findDue(due.at(-1)!))
      for (const id of due)
        try {
          await this.uow.run(() => this.bookIfDue(id));
        } catch (error) {
          this.logger.error({ err: error, rewardId: id }, 'A reward could not be booked');
          failures.push(error);
        }
    if (failures.length) throw new AggregateError(failures, 'Some rewards were not booked');
  }

  /**
   * Ids of the next rewards that are due, after the given one. A member of a team, who sees no wallet of their own, is
   * credited after leaving it.
   */
  private async findDue(after: number): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT r.id FROM referral_reward r
       WHERE r.id > $1 AND r.status IN (${DUE_LIST})
         AND (r.status = 'take_back_due' OR NOT EXISTS (SELECT FROM team_member WHERE member_id = r.referrer_id))
       ORDER BY r.id LIMIT $2`,
      [after, BATCH_SIZE],
    );
    return rows.map(({ id }) => id);
  }

  /** Does nothing when it is not due any more, or another worker has it. */
  private async bookIfDue(id: number): Promise<void> {
    const reward = await this.uow.requireTransaction().findOne(ReferralReward, {
      where: { id, status: In([...DUE]) },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    if (reward) await this.book(reward);
  }

  private async move(
    paymentId: number,
    transitions: Partial<Record<RewardStatus, RewardStatus>>,
  ): Promise<void> {
    const reward = await this.uow
      .requireTransaction()
      .findOne(ReferralReward, { where: { paymentId }, lock: { mode: 'pessimistic_write' } });
    const status = reward && transitions[reward.status];
    if (status) await this.update(reward, { status });
  }

  private async book(reward: ReferralReward): Promise<void> {
    // The account before the wallet, as everywhere.
    const referrer = await this.users.lockShared(reward.referrerId);
    if (reward.status === 'take_back_due') await this.takeBack(reward);
    else if (referrer?.status !== 'active') await this.update(reward, { status: toUnpaid(reward) });
    else if (await this.users.findTeam(referrer)) return;
    else await this.credit(reward, referrer);
    crashPoint('referral.before-commit');
  }

  private async credit(reward: ReferralReward, referrer: UserAccount): Promise<void> {
    const isFirst = reward.status === 'due';
    const amount = isFirst ? reward.reward : reward.takenBack;
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
      if (isFirst) await this.sendGranted(referrer, amount);
    }
    await this.finish(reward, 'granted', Money.zero);
  }

  /** At most the balance: the referrer owes no gift. */
  private async takeBack(reward: ReferralReward): Promise<void> {
    const balance = await this.wallet.lockBalance(reward.referrerId);
    const amount = balance.isLessThan(reward.reward) ? balance : reward.reward;
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
    return this.update(reward, { status, takenBack, bookings: reward.bookings + 1 });
  }

  private async update(
    { id }: ReferralReward,
    change: Partial<Pick<ReferralReward, 'status' | 'takenBack' | 'bookings'>>,
  ): Promise<void> {
    await this.uow.requireTransaction().update(ReferralReward, { id }, change);
  }

  /** Names nobody: who was invited stays between the two. */
  private async sendGranted({ name, email }: UserAccount, reward: Money): Promise<void> {
    const amount = formatNaira(reward);
    await this.mail.enqueueTemplate(email, (site) => ({
      subject: `${amount} for your invitation to ${site}`,
      heading: 'Your invitation paid off',
      paragraphs: [
        `Hello ${name},`,
        `Somebody you invited to ${site} made a first top-up: ${amount} is in your wallet.`,
      ],
      action: { label: 'See your invitations', url: `${this.config.http.appUrl}/referrals` },
      closing: 'If the bank reverses their payment, the reward is taken back.',
    }));
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
