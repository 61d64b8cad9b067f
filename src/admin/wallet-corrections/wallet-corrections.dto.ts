import { withMessage, messageOf } from '../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse, SearchQuery } from '../../common/http/pagination.dto';
import {
  CHANGE_KINDS,
  CORRECTION_KINDS,
  CORRECTION_STATUSES,
  type CorrectionKind,
  type CorrectionStatus,
  type TransactionType,
} from '../../wallet/wallet.types';
import { APPROVER_AGE_HOURS } from '../../users/user-administration.service';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { MAX_ID } from '../../common/http/request.pipes';
import { Money } from '../../common/money/money';
import { ReasonDto } from '../../common/http/common.dto';
import { readableTime } from '../../common/time/calendar';

export class CorrectionStaff {
  id: number;
  /** @example Ngozi Eze */
  name: string;
}

export class CorrectedUser {
  id: number;
  /** @example Ada Obi */
  name: string;
  email: string;
  /** Naira with two decimals, as of now. @example "12500.00" */
  balance: string;
}

export class ProposedFieldData {
  /** @example role */
  field: string;
  /** @example user */
  from: string;
  /** @example admin */
  to: string;
}

export class WalletCorrectionData {
  id: number;
  /**
   * What moves the money, or for `admin_grant` and `limit_raise` what else would be changed. Only proposals of the other
   * kinds than `correction` and `funding_reversal` are listed.
   */
  @ApiProperty({ enum: CORRECTION_KINDS, enumName: 'CorrectionKind' })
  kind: CorrectionKind;
  /** Id of the reversed funding's transaction, the payment, the chargeback, the order or the future admin; else null. */
  subject_id: number | null;
  /** Id of the transaction of the funding, payment or order that it is about; else null. */
  about_transaction_id: number | null;
  /** Reference on the statement of a correction or funding. @example CORR-7F3A9C21D0B4E5F6 */
  reference: string;
  /** Whose wallet or rights; for a limit or a compensation who proposed it. */
  user: CorrectedUser;
  /** Null when no money would move. */
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType', nullable: true })
  direction: TransactionType | null;
  /** Naira with two decimals; null when no money would move. @example "2500.00" */
  amount: string | null;
  /** What an approval changes; empty for a movement of money. */
  changes: ProposedFieldData[];
  reason: string;
  /** `proposed` waits for another admin; `approved` and `reversed` are posted. */
  @ApiProperty({ enum: CORRECTION_STATUSES, enumName: 'CorrectionStatus' })
  status: CorrectionStatus;
  /** Whether it exceeded a limit of the settings, or changes rights or limits. */
  needs_approval: boolean;
  proposed_by: CorrectionStaff;
  /** Who approved or rejected it; null when nobody had to. */
  decided_by: CorrectionStaff | null;
  /** Reason of a rejection. */
  decision_reason: string | null;
  /** Id of the correction that this one reverses. */
  reversal_of: number | null;
  /** Id of the reversal that is open or posted. */
  reversed_by: number | null;
  /** Id of the transaction on the statement, once it is posted. */
  transaction_id: number | null;
  created_at: Date;
  decided_at: Date | null;
  /** When a proposal expires. */
  expires_at: Date;
  /** When it is carried out unless it is stopped, as there is no second admin; null where there is one. */
  executes_at: Date | null;
}

export class WalletCorrectionListData {
  corrections: WalletCorrectionData[];
  /** Number of proposals that wait for an approval, whatever the filter. */
  awaiting: number;
  /** Hours after which what you propose is carried out, where there is no second admin; null where there is one. */
  sole_admin_delay_hours: number | null;
  pagination: PaginationResponse;
}

/** An admin who was removed counts as the second one for a while; see `hasSecondAdmin`. */
export const LAST_ADMIN = `nobody else is an admin any more: ${APPROVER_AGE_HOURS} hours after the last other admin was removed, you can make this change alone.`;

const MESSAGES: Record<CorrectionStatus, string> = {
  proposed: 'Proposed: another admin has to approve it before money moves.',
  approved: 'The wallet was corrected.',
  rejected: 'The proposal was rejected. No money moved.',
  expired: 'The proposal has expired. No money moved.',
  reversed: 'The wallet was corrected, and the correction has been reversed since.',
};

const CHANGE_MESSAGES: Record<CorrectionStatus, string> = {
  proposed: 'Proposed: another admin has to approve it. Nothing has changed yet.',
  approved: 'Approved: the change is made.',
  rejected: 'The proposal was rejected. Nothing has changed.',
  expired: 'The proposal has expired. Nothing has changed.',
  reversed: 'The change was reversed.',
};

/** With the number of active admins besides the proposer. */
export type ListedCorrection = WalletCorrectionData & { readonly other_admins: number };

const isChange = (kind: CorrectionKind): boolean =>
  (CHANGE_KINDS as readonly CorrectionKind[]).includes(kind);

const getMessage = ({ kind, status, other_admins, executes_at }: ListedCorrection): string => {
  if (status === 'proposed' && executes_at)
    return `Proposed. There is no second admin, so it is carried out at ${readableTime(executes_at)} unless it is stopped. No money has moved yet.`;
  if (status === 'proposed' && other_admins === 0)
    return isChange(kind)
      ? `Proposed, but ${LAST_ADMIN} Nothing has changed yet.`
      : `Proposed, but nobody else is an admin any more: ${APPROVER_AGE_HOURS} hours after the last other admin was removed, its delay begins. No money has moved yet.`;
  if (isChange(kind)) return CHANGE_MESSAGES[status];
  if (status === 'approved' && kind === 'compensation')
    return 'Approved: the customers are being compensated.';
  if (status === 'approved' && kind === 'funding_reversal') return 'The funding was reversed.';
  if (status === 'approved' && kind !== 'correction') return 'Approved: the money has moved.';
  return MESSAGES[status];
};

export const toCorrectionResult = (correction: ListedCorrection): WalletCorrectionData => {
  const { other_admins: _, ...data } = correction;
  return withMessage(data, getMessage(correction));
};

const SUBJECTS: Record<CorrectionKind, (subjectId: number | null) => string> = {
  correction: () => 'wallet correction',
  funding: () => 'funding',
  funding_reversal: (id) => `reversal of the funding in transaction ${id}`,
  chargeback: (id) => `chargeback of payment ${id}`,
  dispute_win: (id) => `won dispute of chargeback ${id}`,
  goodwill: (id) => `goodwill for payment ${id}`,
  order_refund: (id) => `refund of order ${id}`,
  compensation: (id) => `compensation ${id} of several customers`,
  admin_grant: (id) => `rights of an admin for user ${id}`,
  limit_raise: () => 'higher approval limit',
};

/** What a proposal is about, for people. */
export const describeSubject = (kind: CorrectionKind, subjectId: number | null): string =>
  SUBJECTS[kind](subjectId);

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

export class ProposalData {
  proposal: WalletCorrectionData;
}

/** Why a change that otherwise needs another admin was made at once. */
export const NO_SECOND_ADMIN =
  'There is no other admin who could approve this, so it was done at once.';

export const toProposal = (proposal: ListedCorrection): ProposalData => {
  const result = toCorrectionResult(proposal);
  return withMessage({ proposal: result }, messageOf(result));
};

const MAXIMUM = 1_000_000_000;
const AMOUNT = { message: 'Amount must be above ₦0 with two decimals at most' };
const TOO_MUCH = { message: 'Maximum correction is ₦1,000,000,000' };

export class CorrectWalletDto extends ReasonDto {
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  @IsIn(['credit', 'debit'], { message: 'Direction must be credit or debit' })
  direction: TransactionType;

  /**
   * Naira, 0.01 to 1,000,000,000. Unlike other amounts it may have kobo, so that any balance can be brought to
   * zero. @example 2500
   */
  @Max(MAXIMUM, TOO_MUCH)
  @ValidateBy(
    {
      name: 'isKobo',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'number' && Boolean(Money.parseDecimal(value)?.isPositive),
      },
    },
    AMOUNT,
  )
  amount: number;
}

export class StopProposalDto {
  /** Of the proposal. @example 12 */
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  id: number;

  /** Of the link in the email. */
  @IsString()
  @MaxLength(100)
  signature: string;
}

/** The search is by number (`#12`), or by name or e-mail of the customer or the proposer. */
export class ListCorrectionsQuery extends SearchQuery {
  @ApiProperty({ enum: CORRECTION_STATUSES, enumName: 'CorrectionStatus', required: false })
  @IsOptional()
  @IsIn(CORRECTION_STATUSES)
  status?: CorrectionStatus;

  /** Corrections of one user. @example 12 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  user_id?: number;

  /** Those about one transaction: about its payment, its order or its funding. @example 31 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  transaction_id?: number;
}
