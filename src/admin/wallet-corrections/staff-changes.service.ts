import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { SessionActor } from '../../common/security/actor';
import type { WalletCorrection } from '../../wallet/corrections/wallet-correction.entity';
import { AdminSettingsService } from '../settings/admin-settings.service';
import { AdminUsersService } from '../users/admin-users.service';
import { WalletCorrectionsService } from './wallet-corrections.service';
import type { ListedCorrection } from './wallet-corrections.queries';

/** Approves proposals, also those of rights and limits, which other services of the back office carry out. */
@Injectable()
export class StaffChangesService {
  constructor(
    private readonly corrections: WalletCorrectionsService,
    private readonly users: AdminUsersService,
    private readonly settings: AdminSettingsService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * @throws DomainError as WalletCorrectionsService.approve; forbidden REAUTHENTICATION_REQUIRED, conflict
   *   PROPOSAL_OUTDATED and what the change itself throws.
   */
  approve(actor: SessionActor, id: number): Promise<ListedCorrection> {
    return this.corrections.approve(actor, id, (correction) => this.make(actor, correction));
  }

  private async make(
    actor: SessionActor,
    { kind, subjectId, change, reason }: WalletCorrection,
  ): Promise<void> {
    this.sessions.assertRecent(actor);
    if (!change) throw new Error('A change without fields was proposed');
    if (kind === 'limit_raise') await this.settings.raise(actor, change);
    else await this.users.grant(actor, subjectId ?? 0, change, reason);
  }
}
