import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { toCanonicalEmail } from '../../common/http/fields';
import { UnitOfWork } from '../../database/unit-of-work';
import { UserAdministrationService } from '../../users/user-administration.service';
import { SessionsRepository } from '../sessions/sessions.repository';
import { TwoFactorRepository } from './two-factor.repository';

/** Of the command line, for when no other admin can reset an account. */
@Injectable()
export class TwoFactorResetService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserAdministrationService,
    private readonly factors: TwoFactorRepository,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Switches two-factor login off for an account and revokes its sessions.
   * @param email in any case.
   * @returns whether two-factor login was on.
   */
  reset(email: string): Promise<boolean> {
    return this.uow.run(async () => {
      const userId = await this.users.lockByEmail(toCanonicalEmail(email));
      if (userId === null || !(await this.factors.remove(userId))) return false;
      await this.sessions.revokeAll(userId, null, new Date());
      await this.audit.record('system', {
        action: 'auth.two_factor_reset',
        target: `user:${userId}`,
        details: 'Reset their two-factor authentication from the command line',
      });
      return true;
    });
  }
}
