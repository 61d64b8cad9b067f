import type { Money } from '../../common/money/money';
import type {
  ImportCounts,
  PayoutItemKind,
  PayoutItemResult,
  PayoutSource,
} from '../../payments/payouts/payout.types';

export const SYSTEM_ACCOUNT_CODES = [
  'korapay_clearing',
  'in_review',
  'disputes',
  'bank',
  'provider_fees',
  'revenue',
  'adjustments',
  'promotions',
  'goodwill',
] as const;
export type SystemAccountCode = (typeof SYSTEM_ACCOUNT_CODES)[number];

export interface AccountBalance {
  readonly code: SystemAccountCode;
  /** With the sign that staff expect: money owed to the shop and costs are positive. */
  readonly balance: Money;
}

export interface AccountMonth {
  /** First day. */
  readonly month: string;
  readonly increase: Money;
  readonly decrease: Money;
  /** At the end of the month. */
  readonly balance: Money;
}

export interface LastImport {
  readonly id: number;
  readonly source: PayoutSource;
  readonly complete: boolean;
  readonly note: string | null;
  readonly counts: ImportCounts;
  readonly finishedAt: Date;
}

export interface ClearingOverview {
  readonly accounts: readonly AccountBalance[];
  readonly unmatchedItems: number;
  /** Payouts whose items are not known. */
  readonly payoutsWithoutItems: number;
  readonly lastImport: LastImport | null;
}

/** What the provider owes by the ledger and by its own word. */
export interface ClearingComparison {
  readonly owed: Money;
  readonly reported: { readonly available: Money; readonly pending: Money } | null;
  /** Reported less owed; null while nothing is reported. */
  readonly difference: Money | null;
  /** Part of the difference that the unmatched items explain. */
  readonly explained: Money;
  /** Reason why nothing is reported. */
  readonly note: string | null;
}

export interface ListedPayout {
  readonly id: number;
  readonly reference: string;
  readonly amount: Money;
  readonly fee: Money;
  readonly source: PayoutSource;
  readonly paidAt: Date;
  readonly hasItems: boolean;
  readonly matched: number;
  readonly unmatched: number;
  /** What the items add up to, less their fees. */
  readonly itemsTotal: Money;
}

export interface ListedPayoutItem {
  readonly id: number;
  readonly payoutId: number;
  readonly payoutReference: string;
  readonly kind: PayoutItemKind;
  readonly reference: string;
  readonly amount: Money;
  readonly fee: Money;
  readonly result: PayoutItemResult;
  /** What the ledger has booked for it, less the fee; null when nothing is. */
  readonly expected: Money | null;
  readonly transactionId: number | null;
}

export interface PayoutItemFilter {
  readonly payoutId?: number;
  readonly unmatchedOnly: boolean;
}
