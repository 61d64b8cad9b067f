import { Injectable } from '@nestjs/common';
import { NairaNumber, type AuditChange } from '../../audit/audit-changes.types';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { formatNairaExact } from '../../common/money/money';
import type { WalletCorrection } from '../../wallet/corrections/wallet-correction.entity';
import type { ProposedChange } from '../../wallet/corrections/wallet-correction.types';
import type { AwaitingApproval } from './wallet-corrections.types';

/** What a proposal is about, for people. */
export const describeSubject = ({
  kind,
  subjectId,
}: Pick<AwaitingApproval, 'kind' | 'subjectId'>): string => SUBJECTS[kind](subjectId);

const SUBJECTS: Record<AwaitingApproval['kind'], (subjectId: number | null) => string> = {
  correction: () => 'wallet correction',
  funding: () => 'funding',
  funding_reversal: (id) => `reversal of the funding in transaction ${id}`,
  chargeback: (id) => `chargeback of payment ${id}`,
  dispute_win: (id) => `won dispute of chargeback ${id}`,
  goodwill: (id) => `goodwill for payment ${id}`,
  order_refund: (id) => `refund of order ${id}`,
  admin_grant: (id) => `rights of an admin for user ${id}`,
  limit_raise: () => 'higher approval limit',
};

/** Audits corrections and proposals, at the account that they are about. */
@Injectable()
export class CorrectionAuditService {
  constructor(private readonly audit: AuditService) {}

  record(
    actor: AuditActor,
    action: AuditAction,
    correction: WalletCorrection,
    what: string,
    change: AuditChange = {},
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: correction.kind === 'limit_raise' ? 'settings' : `user:${correction.userId}`,
      details: `${describeMovement(correction)}: ${what}`,
      ...(correction.change ? toAuditChange(correction.change) : change),
    });
  }
}

function describeMovement(correction: WalletCorrection): string {
  const { direction, reference } = correction;
  if (correction.amount === null) return `Proposal of ${describeSubject(correction)}`;
  const amount = formatNairaExact(correction.amount);
  return `${direction === 'credit' ? 'Credit' : 'Debit'} of ${amount} (${reference})`;
}

/** The only numbers in changes are limits in naira. */
function toAuditChange({ before, after }: ProposedChange): AuditChange {
  const toValues = (fields: ProposedChange['before']) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        typeof value === 'number' ? new NairaNumber(value) : value,
      ]),
    );
  return { before: toValues(before), after: toValues(after) };
}
