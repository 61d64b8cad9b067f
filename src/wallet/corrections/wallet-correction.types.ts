import type { Money } from '../../common/money/money';
import type { TransactionType } from '../wallet.types';
import type { Moves } from '../../common/state-machine';

export const CORRECTION_STATUSES = [
  'proposed',
  'approved',
  'rejected',
  'expired',
  'reversed',
] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

/** What moves no money and is carried out by the module that owns it. Persisted values: never rename one. */
export const CHANGE_KINDS = ['admin_grant', 'limit_raise'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

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
  ...CHANGE_KINDS,
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

export type MovementKind = Exclude<CorrectionKind, ChangeKind>;

/** The fields that a change is about, as they were and as they are to be. */
export interface ProposedChange {
  readonly before: Readonly<Record<string, string | number>>;
  readonly after: Readonly<Record<string, string | number>>;
}

/** A change that another admin has to approve. */
export interface ChangeRequest {
  readonly userId: number;
  readonly kind: ChangeKind;
  /** The user who becomes an admin; null for a limit. */
  readonly subjectId: number | null;
  readonly reason: string;
  readonly change: ProposedChange;
}

/** A correction to be posted or proposed. */
export interface CorrectionRequest {
  readonly userId: number;
  readonly kind: MovementKind;
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

/** `approved` and `reversed` are posted. */
export const CORRECTION_TRANSITIONS: Moves<CorrectionStatus> = {
  proposed: ['approved', 'rejected', 'expired'],
  approved: ['reversed'],
  rejected: [],
  expired: [],
  reversed: [],
};
