import type { Moves } from '../../common/state-machine';
import type { OrderStatus } from './order.types';

/**
 * An order is created when the wallet is charged. `unknown` means that the provider gave no clear
 * answer; only a lookup at the provider ends it.
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
