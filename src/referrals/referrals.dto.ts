import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../common/http/pagination.dto';

/** Where an invited customer stands, as their referrer sees it. */
export const REFERRAL_STATES = ['joined', 'pending', 'rewarded', 'reversed'] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

export class InvitedCustomerResponse {
  /** The first letter of the name. @example A••• */
  name: string;
  joined_at: Date;
  /**
   * `joined`: no sufficient top-up yet. `pending`: the reward is booked within a minute. `reversed`: their top-up was taken
   * back by the bank.
   */
  @ApiProperty({ enum: REFERRAL_STATES, enumName: 'ReferralState' })
  status: ReferralState;
  /** Whole naira; null before their first sufficient top-up. @example 500 */
  reward: number | null;
}

export class ReferralsData {
  /** Sent as `referral` of POST /auth/register by those who follow the link. @example 7KQ2M9XA */
  code: string;
  /** @example https://shop.example/auth?mode=register&ref=7KQ2M9XA */
  link: string;
  /** Whether invitations are rewarded now. @example true */
  enabled: boolean;
  /** Percent of the first sufficient top-up that you get. @example 10 */
  percentage: number;
  /** Most for one invited customer, whole naira. @example 5000 */
  maximum: number;
  /** Smallest top-up that counts, whole naira. @example 1000 */
  minimum_topup: number;
  /** Customers who signed up with the code. @example 3 */
  invited: number;
  /** Credited so far, less what was taken back, whole naira. @example 1500 */
  earned: number;
  /** Newest first. */
  customers: InvitedCustomerResponse[];
  pagination: PaginationResponse;
}
