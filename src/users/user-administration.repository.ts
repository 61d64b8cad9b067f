import { Injectable } from '@nestjs/common';
import type { Role } from '../common/security/actor';
import { UnitOfWork } from '../database/unit-of-work';
import type { UserStatus } from './user.entity';

/** Whoever changes roles or statuses holds this, so that "one admin stays" is true for both of two. */
const ADMINS_LOCK = 7_361_003;

export interface AccountFields {
  readonly name: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly role: Role;
}

@Injectable()
export class UserAdministrationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Until the unit of work ends. */
  async lockAdmins(): Promise<void> {
    await this.uow.requireTransaction().query('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK]);
  }

  /** Ids of the admins that can log in. */
  async findActiveAdminIds(): Promise<number[]> {
    const rows = await this.uow.manager.query(
      `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND closed_at IS NULL`,
    );
    return rows.map((row: { id: number }) => row.id);
  }

  async change(id: number, { name, email, status, role }: AccountFields): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE users SET name = $2, email = $3, status = $4, role = $5, updated_at = now()
       WHERE id = $1 AND closed_at IS NULL`,
      [id, name, email, status, role],
    );
  }

  /** Removes all personal data; the id stays for the ledger. */
  async anonymise(id: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE users SET name = 'Closed account', email = 'closed-' || id || '@closed.invalid',
         phone = NULL, password_hash = NULL, google_subject = NULL, role = 'user',
         status = 'inactive', email_verified_at = NULL, closed_at = now(), updated_at = now()
       WHERE id = $1`,
      [id],
    );
  }
}
