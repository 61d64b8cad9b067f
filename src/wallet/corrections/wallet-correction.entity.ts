import type { Money } from '../../common/money/money';
import type {
  ChangeKind,
  CorrectionKind,
  CorrectionStatus,
  TransactionType,
} from '../wallet.types';
import type { Moves } from '../../common/state-machine';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { moneyColumn } from '../../common/money/money.column';

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

/**
 * A credit or debit of a wallet by staff. Posted at once, or when another admin has approved it. Of the kinds that
 * other modules post, only those that need an approval have a row. Changes of rights and limits that need one move no
 * money: they are proposed and decided in the same way, and have a change instead of an amount.
 */
@Entity('wallet_correction')
@Unique(['reference'])
@Unique(['transactionId'])
@Index(['createdAt', 'id'])
@Index(['expiresAt'], { where: `status = 'proposed'` })
@Index('wallet_correction_reversal_of_idx', ['reversalOf'], {
  unique: true,
  where: `status IN ('proposed', 'approved')`,
})
@Index('wallet_correction_open_subject_idx', ['kind', 'subjectId'], {
  unique: true,
  where: `status = 'proposed'`,
})
@Index('wallet_correction_open_limit_idx', ['kind'], {
  unique: true,
  where: `kind = 'limit_raise' AND status = 'proposed'`,
})
@Index('wallet_correction_reversed_funding_idx', ['subjectId'], {
  unique: true,
  where: `kind = 'funding_reversal' AND status IN ('proposed', 'approved')`,
})
@Check(
  'wallet_correction_kind_check',
  `kind IN ('correction', 'funding', 'funding_reversal', 'chargeback', 'dispute_win', 'goodwill', 'order_refund', 'compensation', 'admin_grant', 'limit_raise')`,
)
@Check(
  'wallet_correction_subject_check',
  `(kind IN ('correction', 'funding', 'limit_raise')) = (subject_id IS NULL)`,
)
@Check('wallet_correction_amount_check', 'amount_kobo > 0')
@Check('wallet_correction_direction_check', `direction IN ('credit', 'debit')`)
@Check(
  'wallet_correction_status_check',
  `status IN ('proposed', 'approved', 'rejected', 'expired', 'reversed')`,
)
@Check('wallet_correction_decided_check', `(status = 'proposed') = (decided_at IS NULL)`)
@Check(
  'wallet_correction_posted_check',
  `(status IN ('approved', 'reversed') AND kind NOT IN ('admin_grant', 'limit_raise', 'compensation')) = (transaction_id IS NOT NULL)`,
)
@Check(
  'wallet_correction_change_check',
  `CASE WHEN kind IN ('admin_grant', 'limit_raise')
   THEN change IS NOT NULL AND direction IS NULL AND amount_kobo IS NULL AND needs_approval
   ELSE change IS NULL AND direction IS NOT NULL AND amount_kobo IS NOT NULL END`,
)
@Check(
  'wallet_correction_approved_check',
  `NOT needs_approval OR status NOT IN ('approved', 'reversed')
   OR (decided_by IS NOT NULL AND decided_by <> proposed_by)
   OR (decided_by IS NULL AND executes_at IS NOT NULL AND decided_at >= executes_at)`,
)
export class WalletCorrection {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** Whose wallet or rights; of a raised limit and a compensation who proposed it. */
  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text', { default: 'correction' })
  kind: CorrectionKind;

  /** Id of the reversed funding's statement line, the payment, the chargeback, the order or the user. */
  @Column('integer', { nullable: true })
  subjectId: number | null;

  /** Of a correction or funding also the reference of the statement line. */
  @Column('text')
  reference: string;

  /** Null for a change, as is the amount. */
  @Column('text', { nullable: true })
  direction: TransactionType | null;

  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn, nullable: true })
  amount: Money | null;

  @Column('jsonb', { nullable: true })
  change: ProposedChange | null;

  /** For staff; customers do not see it. */
  @Column('text')
  reason: string;

  @Column('text')
  status: CorrectionStatus;

  /** Whether the amount exceeded the limit when it was proposed. */
  @Column('boolean')
  needsApproval: boolean;

  @ForeignKey('User')
  @Column('integer')
  proposedBy: number;

  /** Null while it is open, and when no decision was needed, it expired or it was carried out without a second admin. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  decidedBy: number | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  /** Reason of a rejection. */
  @Column('text', { nullable: true })
  decisionReason: string | null;

  /** A proposal cannot be approved afterwards. */
  @Column('timestamptz')
  expiresAt: Date;

  /** When a movement is carried out where there is no second admin; null where there is one. */
  @Column('timestamptz', { nullable: true })
  executesAt: Date | null;

  /** The correction that this one reverses. */
  @ForeignKey('WalletCorrection')
  @Column('integer', { nullable: true })
  reversalOf: number | null;

  /** The statement line, once it is posted. */
  @ForeignKey('WalletTransaction')
  @Column('integer', { nullable: true })
  transactionId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
