import type { InvitedCustomerResponse } from './invitedCustomerResponse';
import type { PaginationResponse } from './paginationResponse';

export interface ReferralsData {
  /** Sent as `referral` of POST /auth/register by those who follow the link. */
  code: string;
  /** Newest first. */
  customers: InvitedCustomerResponse[];
  /** Credited so far, less what was taken back, whole naira. */
  earned: number;
  /** Whether invitations are rewarded now. */
  enabled: boolean;
  /** Customers who signed up with the code. */
  invited: number;
  link: string;
  /** Most for one invited customer, whole naira. */
  maximum: number;
  /** Smallest top-up that counts, whole naira. */
  minimum_topup: number;
  pagination: PaginationResponse;
  /** Percent of the first sufficient top-up that you get. */
  percentage: number;
}
