import type { AutoRenewReason } from './autoRenewReason';

/**
 * Why it was switched off; null when it is on, or its owner switched it off.
 * @nullable
 */
export type AutoRenewResponseStoppedReason = AutoRenewReason | null;
