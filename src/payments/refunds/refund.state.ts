import type { Moves } from '../../common/state-machine';

export type RefundStatus = 'created' | 'sent' | 'succeeded' | 'failed' | 'unknown';

/**
 * `sent` is written before the provider is called. `unknown`: it was called and nobody can tell what
 * it did; only asking it leads out of there.
 */
export const REFUND_TRANSITIONS: Moves<RefundStatus> = {
  created: ['sent'],
  sent: ['succeeded', 'failed', 'unknown'],
  unknown: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
};
