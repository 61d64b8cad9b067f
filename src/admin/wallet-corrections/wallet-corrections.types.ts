import type { Money } from '../../common/money/money';
import type {
  CorrectionKind,
  CorrectionStatus,
  ProposedChange,
} from '../../wallet/corrections/wallet-correction.types';
import type { TransactionType } from '../../wallet/wallet.types';

export interface CorrectionFilter {
  readonly status?: CorrectionStatus;
  readonly userId?: number;
  /** The transaction of the payment, order or funding that they are about. */
  readonly transactionId?: number;
}

interface Person {
  readonly id: number;
  readonly name: string;
}

/** What waits for a second person. */
export interface AwaitingApproval {
  /** Of the correction. */
  readonly id: number;
  readonly kind: CorrectionKind;
  readonly subjectId: number | null;
  /** Whom it concerns. */
  readonly userName: string;
  readonly amount: Money | null;
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Date;
}

/** A correction with the names of everyone concerned. */
export interface ListedCorrection {
  readonly id: number;
  readonly kind: CorrectionKind;
  readonly subjectId: number | null;
  readonly reference: string;
  readonly user: Person & { readonly email: string; readonly balance: Money };
  /** Null for a change, as is the amount. */
  readonly direction: TransactionType | null;
  readonly amount: Money | null;
  readonly change: ProposedChange | null;
  readonly reason: string;
  readonly status: CorrectionStatus;
  readonly needsApproval: boolean;
  readonly proposedBy: Person;
  readonly decidedBy: Person | null;
  readonly decisionReason: string | null;
  readonly reversalOf: number | null;
  /** The reversal that is open or posted. */
  readonly reversedBy: number | null;
  readonly transactionId: number | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly expiresAt: Date;
  /** Active admins besides the proposer. */
  readonly otherAdmins: number;
}
