import type { Moves } from '../common/state-machine';

export type PaymentStatus =
  | 'created'
  | 'pending'
  | 'successful'
  | 'failed'
  | 'expired'
  | 'review'
  | 'rejected';

/**
 * A late success reported by the provider overrides the local statuses `failed` and `expired`.
 * `successful` and `rejected` are final.
 */
export const PAYMENT_TRANSITIONS: Moves<PaymentStatus> = {
  created: ['pending', 'successful', 'failed', 'expired', 'review'],
  pending: ['successful', 'failed', 'expired', 'review'],
  failed: ['successful', 'review'],
  expired: ['successful', 'review', 'failed'],
  review: ['successful', 'rejected'],
  successful: [],
  rejected: [],
};
