import { toCanonicalEmail } from '../../common/http/fields';
import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { UserAdministrationService } from '../../users/user-administration.service';
import { TwoFactorRepository } from './two-factor.repository';
import { SessionsRepository } from '../sessions/sessions.repository';

/**
 * Switches two-factor login off for an account when no other admin can, and revokes its sessions. Runs
 * from the command line.
 * @param email in any case.
 * @returns whether two-factor login was on.
 */
export async function resetTwoFactor(dataSource: DataSource, email: string): Promise<boolean> {
  const uow = new UnitOfWork(dataSource);
  return uow.run(async () => {
    const userId = await UserAdministrationService.forUnitOfWork(uow).lockByEmail(
      toCanonicalEmail(email),
    );
    if (userId === null || !(await new TwoFactorRepository(uow).remove(userId))) return false;
    await new SessionsRepository(uow).revokeAll(userId, null, new Date());
    await new AuditService(uow).record('system', {
      action: 'auth.two_factor_reset',
      target: `user:${userId}`,
      details: 'Reset their two-factor authentication from the command line',
    });
    return true;
  });
}
