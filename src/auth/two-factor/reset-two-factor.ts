import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
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
    const [user] = await uow
      .requireTransaction()
      .query<{ id: number }[]>(
        `SELECT id FROM users WHERE email = $1 AND closed_at IS NULL FOR UPDATE`,
        [email.trim()],
      );
    if (!user || !(await new TwoFactorRepository(uow).remove(user.id))) return false;
    await new SessionsRepository(uow).revokeAll(user.id, null, new Date());
    await AuditService.forUnitOfWork(uow).record('system', {
      action: 'auth.two_factor_reset',
      target: `user:${user.id}`,
      details: 'Took their second factor away from the command line',
    });
    return true;
  });
}
