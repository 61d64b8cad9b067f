import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { Role } from '../common/security/actor';
import { AdvisoryLock } from '../database/advisory-locks';
import { UnitOfWork } from '../database/unit-of-work';
import { User, type UserStatus } from './user.entity';

export interface AccountFields {
  readonly name: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly role: Role;
}

/** Raw SQL only for the advisory lock and for intervals, which TypeORM has no API for. */
@Injectable()
export class UserAdministrationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Until the unit of work ends. */
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

  /** @returns since when the user is an active admin and how many milliseconds ago that is; null for others. */
  async findAdminTerm(userId: number): Promise<{ since: Date; ageMs: number } | null> {
    const [row] = await this.uow.manager.query<{ since: Date; age: number }[]>(
      `SELECT started_at AS since, extract(epoch FROM clock_timestamp() - started_at)::float8 AS age
       FROM admin_term WHERE user_id = $1 AND ended_at IS NULL`,
      [userId],
    );
    return row ? { since: row.since, ageMs: row.age * 1000 } : null;
  }

  /** Whether anyone else has been an admin for this long, until now or until less than this long ago. */
  async hasOtherAdmin(userId: number, ageMs: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM admin_term WHERE user_id <> $1
         AND coalesce(ended_at, now()) - started_at >= $2 * interval '1 ms'
         AND coalesce(ended_at, now()) > now() - $2 * interval '1 ms') AS found`,
      [userId, ageMs],
    );
    return row.found;
  }

  /** Whether any admin exists, able to log in or not. */
  hasAdmin(): Promise<boolean> {
    return this.uow.manager.existsBy(User, { role: 'admin', closedAt: IsNull() });
  }

  /** Creates an active, verified admin. @returns its id, or null when the email address is taken. */
  async insertAdmin(email: string, passwordHash: string): Promise<number | null> {
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

  /** Locks the open account with this email until the unit of work ends. @returns its id. */
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
    await manager.update(
      User,
      { id, email: Not(email), closedAt: IsNull() },
      { emailVerifiedAt: null },
    );
    await manager.update(User, { id, closedAt: IsNull() }, { name, email, status, role });
  }

  /** Does nothing for an account whose owner has chosen the password. */
  async setFirstPasswordExpiry(id: number, firstPasswordExpiresAt: Date): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(User, { id, firstPasswordExpiresAt: Not(IsNull()) }, { firstPasswordExpiresAt });
  }

  /** Removes all personal data; the id stays for the ledger. */
  async anonymise(id: number): Promise<void> {
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
        status: 'inactive',
        emailVerifiedAt: null,
        closedAt: () => 'now()',
      },
    );
  }
}
