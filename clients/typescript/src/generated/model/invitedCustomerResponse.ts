import type { ReferralState } from './referralState';

export interface InvitedCustomerResponse {
  joined_at: string;
  /** The first letter of the name. */
  name: string;
  /**
   * Whole naira; null before their first sufficient top-up.
   * @nullable
   */
  reward: number | null;
  /** `joined`: no sufficient top-up yet. `pending`: the reward is booked within a minute. `reversed`: their top-up was taken
back by the bank. */
  status: ReferralState;
}
