import type { Moves } from '../../common/state-machine';

export type RefundStatus = 'created' | 'sent' | 'succeeded' | 'failed' | 'unknown';

/**
 * `sent` is committed before the provider is called. `unknown`: the outcome of the call is unknown; only
 * a lookup leads to a final status.
 */
export const REFUND_TRANSITIONS: Moves<RefundStatus> = {
  created: ['sent'],
  sent: ['succeeded', 'failed', 'unknown'],
  unknown: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
};
