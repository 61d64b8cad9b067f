import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import type { NewUser, UserAccount } from './user-account';

const COLUMNS = `id, name, email, phone, password_hash, google_subject, role, status,
  email_verified_at, created_at`;

interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly password_hash: string | null;
  readonly google_subject: string | null;
  readonly role: UserAccount['role'];
  readonly status: UserAccount['status'];
  readonly email_verified_at: Date | null;
  readonly created_at: Date;
}

const toAccount = (row: UserRow): UserAccount => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  passwordHash: row.password_hash,
  googleSubject: row.google_subject,
  role: row.role,
  status: row.status,
  emailVerifiedAt: row.email_verified_at,
  createdAt: row.created_at,
});

/** Excludes closed accounts: only their ledger entries remain in use. */
@Injectable()
export class UsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findOpenById(id: number): Promise<UserAccount | null> {
    return this.findOne('id = $1', id);
  }

  /** Excludes accounts that are not allowed to log in. */
  async findActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    const rows = await this.uow.manager.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users
       WHERE id = ANY($1) AND status = 'active' AND closed_at IS NULL ORDER BY id`,
      [ids],
    );
    return rows.map(toAccount);
  }

  findOpenByEmail(email: string): Promise<UserAccount | null> {
    return this.findOne('email = $1', email);
  }

  findOpenByGoogleSubject(subject: string): Promise<UserAccount | null> {
    return this.findOne('google_subject = $1', subject);
  }

  /** Locks the row (FOR UPDATE) until the transaction ends. */
  async lockOpen(id: number): Promise<UserAccount | null> {
    const [row] = await this.uow
      .requireTransaction()
      .query<UserRow[]>(
        `SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL FOR UPDATE`,
        [id],
      );
    return row ? toAccount(row) : null;
  }

  /** Locks the row FOR SHARE: concurrent readers and inserts of referencing rows do not wait. */
  async lockSharedOpen(id: number): Promise<UserAccount | null> {
    const [row] = await this.uow
      .requireTransaction()
      .query<UserRow[]>(
        `SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL FOR SHARE`,
        [id],
      );
    return row ? toAccount(row) : null;
  }

  /** @returns null when the email address is taken. */
  async insert(user: NewUser): Promise<UserAccount | null> {
    const [row] = await this.uow.requireTransaction().query<UserRow[]>(
      `INSERT INTO users (name, email, phone, password_hash, google_subject, role, status,
                          email_verified_at)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8)
       ON CONFLICT (email) DO NOTHING
       RETURNING ${COLUMNS}`,
      [
        user.name,
        user.email,
        user.phone ?? null,
        user.passwordHash,
        user.googleSubject ?? null,
        user.role ?? 'user',
        user.status ?? 'active',
        user.emailVerifiedAt ?? null,
      ],
    );
    return row ? toAccount(row) : null;
  }

  async rename(id: number, name: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('UPDATE users SET name = $2, updated_at = now() WHERE id = $1', [id, name]);
  }

  async storePasswordHash(id: number, hash: string | null): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('UPDATE users SET password_hash = $2, updated_at = now() WHERE id = $1', [id, hash]);
  }

  /** Compare-and-set: stores a costlier hash of the same password unless it has changed meanwhile. */
  async upgradePasswordHash(id: number, from: string, to: string): Promise<void> {
    await this.uow.manager.query(
      'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      [id, from, to],
    );
  }

  /** @returns whether the address was unverified before. */
  async markVerified(id: number, email: string): Promise<boolean> {
    const [, changed] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE users SET email_verified_at = now(), updated_at = now()
       WHERE id = $1 AND email = $2 AND email_verified_at IS NULL AND closed_at IS NULL`,
      [id, email],
    );
    return changed === 1;
  }

  async linkGoogle(id: number, subject: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('UPDATE users SET google_subject = $2, updated_at = now() WHERE id = $1', [
        id,
        subject,
      ]);
  }

  private async findOne(condition: string, value: unknown): Promise<UserAccount | null> {
    const [row] = await this.uow.manager.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE ${condition} AND closed_at IS NULL`,
      [value],
    );
    return row ? toAccount(row) : null;
  }
}
