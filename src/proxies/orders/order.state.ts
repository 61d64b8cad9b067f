import type { Moves } from '../../common/state-machine';

export type OrderStatus = 'charged' | 'unknown' | 'delivered' | 'partly_delivered' | 'refunded';

/**
 * An order exists from the moment the wallet is charged. `unknown` means the provider did not
 * answer clearly; only asking the provider leads out of it.
 */
export const ORDER_MOVES: Moves<OrderStatus> = {
  charged: ['delivered', 'partly_delivered', 'refunded', 'unknown'],
  unknown: ['delivered', 'partly_delivered', 'refunded'],
  delivered: ['refunded'],
  partly_delivered: ['refunded'],
  refunded: [],
};

export type AttemptStatus = 'created' | 'sent' | 'succeeded' | 'failed' | 'unknown';

export const ATTEMPT_MOVES: Moves<AttemptStatus> = {
  created: ['sent', 'failed'],
  sent: ['succeeded', 'failed', 'unknown'],
  unknown: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
};
