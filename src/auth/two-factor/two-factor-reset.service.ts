import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { toCanonicalEmail } from '../../common/http/fields';
import { UnitOfWork } from '../../database/unit-of-work';
import { UserAdministrationService } from '../../users/user-administration.service';
import { SessionsService } from '../sessions/sessions.service';
import { RecoveryCode, TwoFactor } from './two-factor.entity';

/** What removes two-factor login, also on the command line, for when no other admin can reset an account. */
@Injectable()
export class TwoFactorResetService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserAdministrationService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
  ) {}

  /** Deletes the secret and the recovery codes; needs an open unit of work. @returns whether one was in use. */
  async remove(userId: number): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    await manager.delete(RecoveryCode, { userId });
    const { raw } = await manager
      .createQueryBuilder()
      .delete()
      .from(TwoFactor)
      .where({ userId })
      .returning(['enabledAt'])
      .execute();
    const [removed] = raw as { enabled_at: Date | null }[];
    return Boolean(removed?.enabled_at);
  }

  /**
   * Switches two-factor login off for an account and revokes its sessions.
   * @param email in any case.
   * @returns whether two-factor login was on.
   */
  reset(email: string): Promise<boolean> {
    return this.uow.run(async () => {
      const userId = await this.users.lockByEmail(toCanonicalEmail(email));
      if (userId === null || !(await this.remove(userId))) return false;
      await this.sessions.revokeAll(userId);
      await this.audit.record('system', {
        action: 'auth.two_factor_reset',
        target: `user:${userId}`,
        details: 'Reset their two-factor authentication from the command line',
      });
      return true;
    });
  }
}
