import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { HOUR } from '../common/time/clock';
import { AdvisoryLock } from '../database/advisory-locks';
import { isUniqueViolation } from '../database/pg-errors';
import { UnitOfWork } from '../database/unit-of-work';
import { User } from './user.entity';
import { approverTooNew, emailTaken } from './users.errors';

/**
 * How long somebody has to be an admin before their approval counts, so that an account made for the purpose does not
 * serve as the second person. For as long an admin who was removed still counts as the second one.
 */
export const APPROVER_AGE_HOURS = 24;

const NO_STAFF_ROLE = { staffRoleId: null, staffRoleSince: null };

type AccountFields = Pick<User, 'name' | 'email' | 'status' | 'role'>;

/** What staff do to accounts. Everything that writes needs an open unit of work. */
@Injectable()
export class UserAdministrationService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Serializes changes of admins until the unit of work ends. */
  async lockAdmins(): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.adminRoles]);
  }

  /** Ids of the admins that can log in. */
  async findActiveAdminIds(): Promise<number[]> {
    const admins = await this.uow.manager.find(User, {
      select: { id: true },
      where: { role: 'admin', status: 'active', closedAt: IsNull() },
    });
    return admins.map(({ id }) => id);
  }

  /** Refuses somebody who has not been an admin, or had a role that decides approvals, long enough to approve. */
  async assertCanApprove(userId: number): Promise<void> {
    const [term] = await this.uow.manager.query<{ since: Date; ageMs: number }[]>(
      `SELECT started_at AS since, extract(epoch FROM clock_timestamp() - started_at)::float8 * 1000 AS "ageMs"
       FROM (SELECT started_at FROM admin_term WHERE user_id = $1 AND ended_at IS NULL
             UNION ALL
             SELECT greatest(u.staff_role_since, r.approves_since) FROM users u JOIN staff_role r ON r.id = u.staff_role_id
             WHERE u.id = $1 AND u.status = 'active' AND r.approves_since IS NOT NULL) AS term`,
      [userId],
    );
    if (!term) throw approverTooNew(null);
    const required = APPROVER_AGE_HOURS * HOUR;
    if (term.ageMs < required) throw approverTooNew(new Date(term.since.getTime() + required));
  }

  /** Whether somebody else is there, or was until lately, whose approval counts. */
  async hasSecondAdmin(userId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM admin_term WHERE user_id <> $1
         AND coalesce(ended_at, now()) - started_at >= $2 * interval '1 hour'
         AND coalesce(ended_at, now()) > now() - $2 * interval '1 hour') AS found`,
      [userId, APPROVER_AGE_HOURS],
    );
    return row.found;
  }

  /** Ids of who may decide approvals, also those who have not served long enough. */
  async findApproverIds(): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT id FROM users u WHERE status = 'active' AND closed_at IS NULL AND (role = 'admin' OR EXISTS
         (SELECT FROM staff_role r WHERE r.id = u.staff_role_id AND r.approves_since IS NOT NULL))`,
    );
    return rows.map(({ id }) => id);
  }

  /** As `hasSecondAdmin`, also by a role that decides approvals: for movements of money. */
  async hasSecondApprover(userId: number): Promise<boolean> {
    if (await this.hasSecondAdmin(userId)) return true;
    const [row] = await this.uow.manager.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM users u JOIN staff_role r ON r.id = u.staff_role_id
         WHERE u.id <> $1 AND u.status = 'active' AND u.closed_at IS NULL
         AND greatest(u.staff_role_since, r.approves_since) <= now() - $2 * interval '1 hour'
         AND r.approves_since IS NOT NULL) AS found`,
      [userId, APPROVER_AGE_HOURS],
    );
    return row.found;
  }

  /** Whether any admin exists, able to log in or not. */
  hasAdmin(): Promise<boolean> {
    return this.uow.manager.existsBy(User, { role: 'admin', closedAt: IsNull() });
  }

  /** Creates an active, verified admin. @param email in lower case. @returns its id, or null when the email address is taken. */
  async createAdmin(email: string, passwordHash: string): Promise<number | null> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(User)
      .values({
        name: 'Administrator',
        email,
        passwordHash,
        role: 'admin',
        status: 'active',
        emailVerifiedAt: () => 'now()',
      })
      // Without columns to update, it is ON CONFLICT (email) DO NOTHING: other conflicts are errors.
      .orUpdate([], ['email'])
      .execute();
    return (identifiers[0]?.id as number | undefined) ?? null;
  }

  /** Locks the open account with this email, in any case, until the unit of work ends. @returns its id. */
  async lockByEmail(email: string): Promise<number | null> {
    const user = await this.uow.requireTransaction().findOne(User, {
      select: { id: true },
      where: { email, closedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    return user?.id ?? null;
  }

  /** A new address is unverified. */
  async change(id: number, fields: AccountFields): Promise<void> {
    const { name, email, status, role } = fields;
    const manager = this.uow.requireTransaction();
    try {
      await manager.update(
        User,
        { id, email: Not(email), closedAt: IsNull() },
        { emailVerifiedAt: null },
      );
      await manager.update(
        User,
        { id, closedAt: IsNull() },
        { name, email, status, role, ...(role !== 'sub-admin' && NO_STAFF_ROLE) },
      );
    } catch (error) {
      if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
      throw error;
    }
  }

  /** Does nothing for an account whose owner has chosen the password. */
  async restartFirstPassword(id: number, firstPasswordExpiresAt: Date): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(User, { id, firstPasswordExpiresAt: Not(IsNull()) }, { firstPasswordExpiresAt });
  }

  /** Removes all personal data for good; the id stays for the books and the audit. */
  async close(id: number): Promise<void> {
    await this.uow.requireTransaction().update(
      User,
      { id },
      {
        name: 'Closed account',
        email: `closed-${id}@closed.invalid`,
        phone: null,
        passwordHash: null,
        firstPasswordExpiresAt: null,
        googleSubject: null,
        role: 'user',
        ...NO_STAFF_ROLE,
        status: 'inactive',
        emailVerifiedAt: null,
        closedAt: () => 'now()',
      },
    );
  }
}
