import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { toCanonicalEmail } from '../../common/http/fields';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { UserAdministrationService } from '../../users/user-administration.service';
import { PasswordService } from '../password/password.service';

/** Creates the first admin, from the command line and with the seeds. */
@Injectable()
export class FirstAdminService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly passwords: PasswordService,
    private readonly users: UserAdministrationService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Creates an active and verified admin if there is none.
   * @param email in any case. @param password at least 8 characters.
   * @returns whether one was created now.
   * @throws Error when there is no admin but the address belongs to another account: promoting that
   * one would hand the shop to the first person who registered.
   */
  async ensure(email: string, password: string): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    return this.uow.run(async () => {
      await this.uow
        .requireTransaction()
        .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.firstAdmin]);
      if (await this.users.hasAdmin()) return false;
      const id = await this.users.createAdmin(toCanonicalEmail(email), passwordHash);
      if (id === null)
        throw new Error('The address of the first admin belongs to an account that is no admin.');
      await this.audit.record('system', {
        action: 'user.created',
        target: `user:${id}`,
        details: 'Made the first admin',
      });
      return true;
    });
  }
}
