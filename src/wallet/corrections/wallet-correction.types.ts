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

/** A correction to be posted or proposed. */
export interface CorrectionRequest {
  readonly userId: number;
  /** Unique per call; also the reference of the statement line. */
  readonly reference: string;
  readonly direction: TransactionType;
  readonly amount: Money;
  readonly reason: string;
  readonly needsApproval: boolean;
  /** Id of the correction that this one reverses. */
  readonly reversalOf: number | null;
}
