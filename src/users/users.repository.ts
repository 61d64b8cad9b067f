import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import type { NewUser, UserAccount } from './user-account';

const COLUMNS = `id, name, email, phone, password_hash, google_subject, role, status,
  email_verified_at, created_at`;

const toAccount = (row: Record<string, unknown>): UserAccount => ({
  id: row.id as number,
  name: row.name as string,
  email: row.email as string,
  phone: row.phone as string | null,
  passwordHash: row.password_hash as string | null,
  googleSubject: row.google_subject as string | null,
  role: row.role as UserAccount['role'],
  status: row.status as UserAccount['status'],
  emailVerifiedAt: row.email_verified_at as Date | null,
  createdAt: row.created_at as Date,
});

/** Closed accounts are invisible here: they keep their ledger, and nothing else. */
@Injectable()
export class UsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findOpenById(id: number): Promise<UserAccount | null> {
    return this.findOne('id = $1', id);
  }

  /** Those of these accounts that may sign in. */
  async findActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    const rows = await this.uow.manager.query(
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

  /** Keeps the row as it is until the unit of work ends. */
  async lockOpen(id: number): Promise<UserAccount | null> {
    const [row] = await this.uow
      .requireTransaction()
      .query(`SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL FOR UPDATE`, [id]);
    return row ? toAccount(row) : null;
  }

  /** As `lockOpen`, beside others who only read it or add what refers to it. */
  async lockSharedOpen(id: number): Promise<UserAccount | null> {
    const [row] = await this.uow
      .requireTransaction()
      .query(`SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL FOR SHARE`, [id]);
    return row ? toAccount(row) : null;
  }

  /** @returns null when the address belongs to somebody already. */
  async insert(user: NewUser): Promise<UserAccount | null> {
    const [row] = await this.uow.requireTransaction().query(
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

  /** Replaces a hash by a costlier one of the same password; not if it has changed meanwhile. */
  async upgradePasswordHash(id: number, from: string, to: string): Promise<void> {
    await this.uow.manager.query(
      'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      [id, from, to],
    );
  }

  /** @returns whether it was unproven until now. */
  async markVerified(id: number, email: string): Promise<boolean> {
    const [, changed] = await this.uow.requireTransaction().query(
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
    const [row] = await this.uow.manager.query(
      `SELECT ${COLUMNS} FROM users WHERE ${condition} AND closed_at IS NULL`,
      [value],
    );
    return row ? toAccount(row) : null;
  }
}
