import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { PasswordService } from '../password/password.service';

/** Names one lock for the database, so that two starts at once make one admin. */
const SEED_LOCK = 7_361_002;

/**
 * Makes the first admin, active and verified, if there is none.
 * @param email in any case. @param password at least 8 characters.
 * @returns whether one was made now.
 * @throws Error when there is no admin but the address belongs to somebody else's account:
 * promoting that one would hand the shop to whoever registered first.
 */
export async function ensureAdmin(
  dataSource: DataSource,
  email: string,
  password: string,
): Promise<boolean> {
  const uow = new UnitOfWork(dataSource);
  const passwordHash = await new PasswordService().hash(password);
  return uow.run(async () => {
    const manager = uow.requireTransaction();
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
    await AuditService.within(uow).record('system', {
      action: 'user.created',
      target: `user:${created.id}`,
      details: 'Made the first admin',
    });
    return true;
  });
}
