import type { Money } from '../../common/money/money';

export const PAYOUT_SOURCES = ['api', 'file'] as const;
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];

export const PAYOUT_ITEM_KINDS = ['charge', 'refund', 'dispute', 'other'] as const;
/** What an item of a payout is about. Persisted values: never rename one. */
export type PayoutItemKind = (typeof PAYOUT_ITEM_KINDS)[number];

export const PAYOUT_ITEM_RESULTS = [
  'matched',
  'unknown_reference',
  'not_booked',
  'amount_differs',
  'duplicate',
] as const;
/**
 * `unknown_reference`: nothing here has this reference. `not_booked`: known, but not credited, refunded or
 * disputed here. `duplicate`: paid out before. Persisted values: never rename one.
 */
export type PayoutItemResult = (typeof PAYOUT_ITEM_RESULTS)[number];

/** An item as the provider reports it. */
export interface NewPayoutItem {
  readonly kind: PayoutItemKind;
  readonly reference: string;
  /** Signed: positive is paid to the shop, negative is deducted. */
  readonly amount: Money;
  /** Zero or positive, deducted from the amount. */
  readonly fee: Money;
}

/** A payout as the provider reports it. */
export interface NewPayout {
  readonly reference: string;
  /** What the bank received; null when a file does not say, and the items are summed. */
  readonly amount: Money | null;
  /** The provider's fee of the payout itself; null when a file does not say. */
  readonly fee: Money | null;
  readonly paidAt: Date;
}

/** Counts of an import. */
export interface ImportCounts {
  /** Payouts in the list or the file. */
  readonly listed: number;
  /** Posted now. */
  readonly imported: number;
  /** Posted before, their items were added now. */
  readonly completed: number;
  /** Posted before with another amount; nothing was changed. */
  readonly differing: number;
  readonly matchedItems: number;
  readonly unmatchedItems: number;
}
