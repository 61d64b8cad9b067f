import type { RewardStatus } from '../../../src/referrals/referral.entity';
import type { ModelCustomer, ModelPayment } from './model';

/** The terms of the settings as they are by default. */
const REWARD = { percent: 10, maximum: 5000, minimumTopup: 1000 };

export interface ModelCoupon {
  readonly id: number;
  readonly code: string;
  /** Percent of the top-up, or null where the bonus is fixed. */
  readonly percent: number | null;
  readonly bonus: number | null;
  readonly maxBonus: number | null;
  readonly minimum: number;
  readonly maxUses: number | null;
  readonly perCustomer: number;
  /** Offset of the clock in hours. */
  readonly endsAtHour: number | null;
  isEndedByStaff: boolean;
}

/** A coupon on a payment. */
export interface ModelRedemption {
  readonly coupon: ModelCoupon;
  readonly payment: ModelPayment;
  readonly promised: number;
  granted: number | null;
  takenBack: number;
  /** Does not count as a use. */
  isReleased: boolean;
}

export interface ModelReward {
  readonly payment: ModelPayment;
  readonly referrer: ModelCustomer;
  readonly amount: number;
  takenBack: number;
  status: RewardStatus;
}

interface Wallets {
  readonly hoursAhead: number;
  credit(customer: ModelCustomer, amount: number): void;
}

/** Expected bonuses of coupons and rewards for invitations, in whole naira. */
export class PromotionsModel {
  readonly coupons: ModelCoupon[] = [];
  readonly redemptions: ModelRedemption[] = [];
  readonly rewards: ModelReward[] = [];
  /** Who invited a customer. */
  readonly referrers = new Map<ModelCustomer, ModelCustomer>();

  constructor(private readonly wallets: Wallets) {}

  /** Uses that nobody has; Infinity without a limit. */
  countFreeUses(coupon: ModelCoupon): number {
    return (coupon.maxUses ?? Infinity) - this.of(coupon).filter((use) => !use.isReleased).length;
  }

  isOver({ isEndedByStaff, endsAtHour }: ModelCoupon): boolean {
    return isEndedByStaff || (endsAtHour !== null && this.wallets.hoursAhead >= endsAtHour);
  }

  /** Whether a customer may start a top-up with it, apart from the uses that are left. */
  isOffered(coupon: ModelCoupon, customer: ModelCustomer, amount: number): boolean {
    return (
      !this.isOver(coupon) &&
      amount >= coupon.minimum &&
      this.countGranted(coupon, customer) < coupon.perCustomer &&
      calculateBonus(coupon, amount) > 0
    );
  }

  /** Whether a customer has a top-up with it that is not paid. */
  isHeldBy(coupon: ModelCoupon, customer: ModelCustomer): boolean {
    return this.findOpen(coupon, customer).length > 0;
  }

  /** Whether the order of their settlements decides which of the payments get a bonus. */
  compete(payments: readonly ModelPayment[]): boolean {
    const open = this.redemptions.filter(
      ({ payment, granted }) => granted === null && payments.includes(payment),
    );
    return open.some(
      (one) => one.isReleased && open.some((other) => other !== one && other.coupon === one.coupon),
    );
  }

  /** For a top-up that was started with it, in place of the one that the customer started before. */
  reserve(coupon: ModelCoupon, payment: ModelPayment): void {
    for (const open of this.findOpen(coupon, payment.customer)) open.isReleased = true;
    const promised = calculateBonus(coupon, payment.amount);
    this.redemptions.push({
      ...{ coupon, payment, promised, granted: null, takenBack: 0, isReleased: false },
    });
  }

  /** Does nothing once the bonus is granted. */
  release(payment: ModelPayment): void {
    const redemption = this.find(payment);
    if (redemption && redemption.granted === null) redemption.isReleased = true;
  }

  /** The reward and the bonus of a payment. @param charged what the provider brought in, @param credited with goodwill. */
  credited(payment: ModelPayment, charged: number, credited: number): void {
    this.makeRewardDue(payment, charged);
    const redemption = this.find(payment);
    if (!redemption || redemption.granted !== null) return;
    const { coupon, isReleased, promised } = redemption;
    const isLost = isReleased && (this.isOver(coupon) || this.countFreeUses(coupon) <= 0);
    if (isLost || !this.isGrantable(coupon, payment.customer, credited)) {
      redemption.isReleased = true;
      return;
    }
    redemption.granted = Math.min(promised, calculateBonus(coupon, credited));
    redemption.isReleased = false;
    this.wallets.credit(payment.customer, redemption.granted);
  }

  /** After the wallet has paid for the reversal; a gift is taken back as far as there is money. */
  reversed(payment: ModelPayment): void {
    const redemption = this.find(payment);
    if (redemption) redemption.takenBack += this.take(payment.customer, getLeft(redemption));
    this.move(payment, { due: 'cancelled', granted: 'take_back_due', put_back_due: 'taken_back' });
  }

  /** After a won dispute; gifts come back once nothing of the payment is reversed. */
  restored(payment: ModelPayment): void {
    if (payment.clawedBack !== 0) return;
    const redemption = this.find(payment);
    if (redemption) {
      this.wallets.credit(payment.customer, redemption.takenBack);
      redemption.takenBack = 0;
    }
    this.move(payment, {
      ...{ cancelled: 'due', take_back_due: 'granted', taken_back: 'put_back_due' },
    });
  }

  get dueRewards(): ModelReward[] {
    return this.rewards.filter(({ status }) => /due$/.test(status));
  }

  book(reward: ModelReward): void {
    const { status, amount, referrer } = reward;
    if (status === 'take_back_due') {
      reward.takenBack = this.take(referrer, amount);
      reward.status = 'taken_back';
      return;
    }
    this.wallets.credit(referrer, status === 'due' ? amount : reward.takenBack);
    reward.takenBack = 0;
    reward.status = 'granted';
  }

  private makeRewardDue(payment: ModelPayment, charged: number): void {
    const referrer = this.referrers.get(payment.customer);
    const isFirst = !this.rewards.some((reward) => reward.payment.customer === payment.customer);
    if (!referrer || !isFirst || charged < REWARD.minimumTopup) return;
    const amount = Math.min(REWARD.maximum, Math.floor((charged * REWARD.percent) / 100));
    this.rewards.push({ payment, referrer, amount, takenBack: 0, status: 'due' });
  }

  private isGrantable(coupon: ModelCoupon, customer: ModelCustomer, credited: number): boolean {
    return (
      credited >= coupon.minimum &&
      this.countGranted(coupon, customer) < coupon.perCustomer &&
      calculateBonus(coupon, credited) > 0
    );
  }

  private move(payment: ModelPayment, moves: Partial<Record<RewardStatus, RewardStatus>>): void {
    const reward = this.rewards.find((one) => one.payment === payment);
    if (reward) reward.status = moves[reward.status] ?? reward.status;
  }

  /** @returns what the wallet had of it. */
  private take(customer: ModelCustomer, amount: number): number {
    const taken = Math.min(customer.balance, amount);
    customer.balance -= taken;
    return taken;
  }

  private countGranted(coupon: ModelCoupon, customer: ModelCustomer): number {
    return this.of(coupon).filter(
      ({ payment, granted }) => payment.customer === customer && granted !== null,
    ).length;
  }

  private findOpen(coupon: ModelCoupon, customer: ModelCustomer): ModelRedemption[] {
    return this.of(coupon).filter(
      ({ payment, granted, isReleased }) =>
        payment.customer === customer && granted === null && !isReleased,
    );
  }

  private of(coupon: ModelCoupon): ModelRedemption[] {
    return this.redemptions.filter((redemption) => redemption.coupon === coupon);
  }

  private find(payment: ModelPayment): ModelRedemption | undefined {
    return this.redemptions.find((redemption) => redemption.payment === payment);
  }
}

const getLeft = ({ granted, takenBack }: ModelRedemption): number => (granted ?? 0) - takenBack;

function calculateBonus({ percent, bonus, maxBonus }: ModelCoupon, amount: number): number {
  if (percent === null) return bonus ?? 0;
  return Math.min(maxBonus ?? Infinity, Math.floor((amount * percent) / 100));
}
