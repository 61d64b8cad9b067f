import type { Money } from '../common/money/money';

/**
 * `due`, `take_back_due`, `put_back_due`: a worker books it next. `cancelled`: the top-up was reversed before, or the
 * account of the referrer is not active. Persisted values: never rename one.
 */
export type RewardStatus =
  | 'due'
  | 'cancelled'
  | 'granted'
  | 'take_back_due'
  | 'taken_back'
  | 'put_back_due';

/** Where an invited customer stands, as their referrer sees it. */
export const REFERRAL_STATES = ['joined', 'pending', 'rewarded', 'reversed'] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** What the shop pays for an invitation. */
export interface ReferralTerms {
  /** Whether invitations are rewarded now. */
  readonly isEnabled: boolean;
  /** Whole percent of the first sufficient top-up. */
  readonly percentage: number;
  /** Most for one invited customer. */
  readonly maximum: Money;
  /** Smallest top-up that counts. */
  readonly minimumTopup: Money;
}

export interface InvitedCustomer {
  /** The first letter only. */
  readonly name: string;
  readonly joinedAt: Date;
  readonly state: ReferralState;
  /** Null before their first sufficient top-up. */
  readonly reward: Money | null;
}

/** A customer's invitations in all. */
export interface ReferralTotals {
  readonly invited: number;
  /** Booked, less what was taken back. */
  readonly earned: Money;
}
