import type { Money } from '../../common/money/money';
import type { TransactionType } from '../wallet.types';

export const CORRECTION_STATUSES = [
  'proposed',
  'approved',
  'rejected',
  'expired',
  'reversed',
] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

/**
 * `funding_reversal` is posted as a correction; the others by the module that owns what they are about, when
 * they are approved. Persisted values: never rename one.
 */
export const CORRECTION_KINDS = [
  'correction',
  'funding',
  'funding_reversal',
  'chargeback',
  'dispute_win',
  'goodwill',
  'order_refund',
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** A correction to be posted or proposed. */
export interface CorrectionRequest {
  readonly userId: number;
  readonly kind: CorrectionKind;
  /** What it is about; null for corrections and fundings. */
  readonly subjectId: number | null;
  /** Unique per call; also the reference of the statement line. */
  readonly reference: string;
  readonly direction: TransactionType;
  readonly amount: Money;
  readonly reason: string;
  readonly needsApproval: boolean;
  /** Id of the correction that this one reverses. */
  readonly reversalOf: number | null;
}
