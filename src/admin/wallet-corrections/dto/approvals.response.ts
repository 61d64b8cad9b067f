import { ApiProperty } from '@nestjs/swagger';
import {
  CORRECTION_KINDS,
  type CorrectionKind,
} from '../../../wallet/corrections/wallet-correction.types';
import { describeSubject } from '../correction-audit.service';
import type { AwaitingApproval } from '../wallet-corrections.types';
import { CorrectionStaff } from './wallet-correction.response';

export class ApprovalData {
  /** Of the correction. */
  id: number;
  @ApiProperty({ enum: CORRECTION_KINDS, enumName: 'CorrectionKind' })
  kind: CorrectionKind;
  /** Naira, or null when no money would move. @example 150000 */
  amount: number | null;
  reason: string;
  proposed_by: CorrectionStaff;
  proposed_at: Date;
  /** What it is about, and whom it concerns. @example refund of order 12, Ada Obi */
  subject: string;
}

export const toApprovals = (awaiting: readonly AwaitingApproval[]): ApprovalData[] =>
  awaiting.map((approval) => ({
    id: approval.id,
    kind: approval.kind,
    amount: approval.amount && Number(approval.amount.toDecimalString()),
    reason: approval.reason,
    proposed_by: approval.proposedBy,
    proposed_at: approval.proposedAt,
    subject: `${describeSubject(approval)}, ${approval.userName}`,
  }));
