import { Injectable } from '@nestjs/common';
import type { AuditChange } from '../../audit/audit-changes.types';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { formatNairaExact, Money } from '../../common/money/money';
import type { WalletCorrection } from '../../wallet/corrections/wallet-correction.entity';
import type { CorrectionKind } from '../../wallet/corrections/wallet-correction.types';

/** What a proposal is about, for the audit log. */
export const describeSubject = ({
  kind,
  subjectId,
}: Pick<WalletCorrection, 'kind' | 'subjectId'>): string => SUBJECTS[kind](subjectId);

const SUBJECTS: Record<CorrectionKind, (subjectId: number | null) => string> = {
  correction: () => 'wallet correction',
  funding: () => 'funding',
  funding_reversal: (id) => `reversal of the funding in transaction ${id}`,
  chargeback: (id) => `chargeback of payment ${id}`,
  dispute_win: (id) => `won dispute of chargeback ${id}`,
  goodwill: (id) => `goodwill for payment ${id}`,
  order_refund: (id) => `refund of order ${id}`,
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
    const { direction, reference, userId } = correction;
    const amount = formatNairaExact(Money.kobo(correction.amountKobo));
    return this.audit.record(actor, {
      action,
      target: `user:${userId}`,
      details: `${direction === 'credit' ? 'Credit' : 'Debit'} of ${amount} (${reference}): ${what}`,
      ...change,
    });
  }
}
