export const DIFFERENCE_KINDS = [
  'settled_late',
  'not_credited',
  'not_ours',
  'credited_not_paid',
  'amount_differs',
] as const;
/**
 * `settled_late`: they had it paid, nobody had noticed, and it is credited now. `not_credited`: they
 * have it paid, and it cannot be credited without a person. `not_ours`: they have it paid, and we
 * never asked for it. `credited_not_paid`: we credited what they do not know as paid.
 * `amount_differs`: both have it, with other amounts. Stored: never rename one.
 */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Stored as it is. Amounts are decimal naira such as "5000.00". */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly paymentId: number | null;
  readonly ourStatus: string | null;
  readonly ourAmount: string | null;
  readonly theirStatus: string | null;
  readonly theirAmount: string | null;
}

export interface ReconciliationRun {
  readonly id: number;
  readonly windowFrom: Date;
  readonly windowTo: Date;
  readonly complete: boolean;
  readonly listed: number;
  readonly credited: number;
  readonly settled: number;
  readonly differences: readonly Difference[];
  readonly note: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}
