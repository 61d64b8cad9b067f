import { Injectable } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { SettingsService } from '../../settings/settings.service';
import { UsersService } from '../../users/users.service';
import { WalletCorrectionService } from '../../wallet/corrections/wallet-correction.service';
import type { CorrectionRequest } from '../../wallet/corrections/wallet-correction.types';
import { userNotFound } from '../users/admin-users.errors';
import { CorrectionAuditService, describeSubject } from './correction-audit.service';

export type ApprovalLimit = 'correctionApprovalLimit' | 'fundingApprovalLimit';

/** Decides what needs the approval of another admin, and proposes it. */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly corrections: WalletCorrectionService,
    private readonly users: UsersService,
    private readonly settings: SettingsService,
    private readonly audit: CorrectionAuditService,
  ) {}

  async isNeeded(
    amount: Money,
    limit: ApprovalLimit = 'correctionApprovalLimit',
  ): Promise<boolean> {
    const settings = await this.settings.current();
    return Money.naira(settings[limit]).isLessThan(amount);
  }

  /**
   * Proposes a movement instead of posting it. Needs an open unit of work.
   * @returns its id; a repeated reference returns the first one.
   * @throws DomainError not_found, conflict PROPOSAL_OPEN.
   */
  async propose(actor: Actor, request: Omit<CorrectionRequest, 'needsApproval'>): Promise<number> {
    const user = await this.users.lockShared(request.userId);
    if (!user) throw userNotFound();
    const { correction, replayed } = await this.corrections.create(actor, {
      ...request,
      needsApproval: true,
    });
    if (replayed) return correction.id;
    await this.audit.record(
      actor,
      'wallet.correction_proposed',
      correction,
      `Proposed for the wallet of ${user.name}: ${describeSubject(correction)}. ${request.reason}`,
    );
    crashPoint('proposal.before-commit');
    return correction.id;
  }
}
