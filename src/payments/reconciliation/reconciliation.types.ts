import type { PaymentReconciliation } from './payment-reconciliation.entity';

export const DIFFERENCE_KINDS = [
  'settled_late',
  'not_credited',
  'not_ours',
  'credited_not_paid',
  'amount_differs',
] as const;
/**
 * `settled_late`: paid at the provider and credited by this run. `not_credited`: paid at the provider,
 * needs a staff decision. `not_ours`: paid at the provider, reference unknown here.
 * `credited_not_paid`: credited here, not paid at the provider. `amount_differs`: different amounts or
 * currencies. Persisted values: never rename one.
 */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Persisted as JSON. Amounts are decimal naira such as "5000.00". */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly paymentId: number | null;
  readonly ourStatus: string | null;
  readonly ourAmount: string | null;
  readonly theirStatus: string | null;
  readonly theirAmount: string | null;
}

/** A difference with the line of the customer's statement that it is about. */
export interface ListedDifference extends Difference {
  readonly transactionId: number | null;
  /** When staff acknowledged it; null until then. */
  readonly acknowledgedAt: Date | null;
  readonly note: string | null;
}

export interface ListedReconciliation extends Omit<PaymentReconciliation, 'differences'> {
  readonly differences: readonly ListedDifference[];
}
