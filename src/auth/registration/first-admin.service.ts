import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { PasswordService } from '../password/password.service';

/** Advisory lock, so that concurrent starts create one admin only. */
const SEED_LOCK = 7_361_002;

/** Creates the first admin from the command line and from the seeds, where no Nest container runs. */
export class FirstAdminService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly passwords: PasswordService,
    private readonly audit: AuditService,
  ) {}

  static forSource(source: DataSource): FirstAdminService {
    const uow = new UnitOfWork(source);
    return new FirstAdminService(uow, new PasswordService(), AuditService.forUnitOfWork(uow));
  }

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
      const manager = this.uow.requireTransaction();
      await manager.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
      const [existing] = await manager.query(
        `SELECT 1 FROM users WHERE role = 'admin' AND closed_at IS NULL LIMIT 1`,
      );
      if (existing) return false;
      const [created] = await manager.query(
        `INSERT INTO users (name, email, password_hash, role, status, email_verified_at)
         VALUES ('Administrator', $1, $2, 'admin', 'active', now())
         ON CONFLICT (email) DO NOTHING RETURNING id`,
        [email.trim().toLowerCase(), passwordHash],
      );
      if (!created)
        throw new Error('The address of the first admin belongs to an account that is no admin.');
      await this.audit.record('system', {
        action: 'user.created',
        target: `user:${created.id}`,
        details: 'Made the first admin',
      });
      return true;
    });
  }
}
