import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { NewDeviceLoginPage, SessionView } from '../auth.types';
import type { SessionWithUser } from './session-policy';

interface NewSession {
  readonly userId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

interface SessionRow {
  readonly id: string;
  readonly user_id: number;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly ip: string;
  readonly user_agent: string;
}

interface SessionWithUserRow extends Omit<SessionRow, 'ip' | 'user_agent'> {
  readonly name: string;
  readonly email: string;
  readonly role: SessionWithUser['role'];
  readonly status: SessionWithUser['status'];
  readonly closed_at: Date | null;
}

interface LoginRow extends Pick<SessionRow, 'id' | 'user_id' | 'ip' | 'user_agent' | 'created_at'> {
  readonly is_new_device: boolean;
}

@Injectable()
export class SessionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(session: NewSession): Promise<string> {
    const [row] = await this.uow.requireTransaction().query<{ id: string }[]>(
      `INSERT INTO session (user_id, created_at, last_seen_at, expires_at, ip, user_agent)
       VALUES ($1, $2, $2, $3, $4, $5) RETURNING id`,
      [session.userId, session.createdAt, session.expiresAt, session.ip, session.userAgent],
    );
    return row!.id;
  }

  /** Runs on every authenticated request: one query for session and user. */
  async findWithUser(id: string, userId: number): Promise<SessionWithUser | null> {
    const [row] = await this.uow.manager.query<SessionWithUserRow[]>(
      `SELECT s.id, s.user_id, s.created_at, s.last_seen_at, s.expires_at, s.revoked_at,
              u.name, u.email, u.role, u.status, u.closed_at
       FROM session s JOIN users u ON u.id = s.user_id
       WHERE s.id = $1 AND s.user_id = $2`,
      [id, userId],
    );
    if (!row) return null;
    return {
      id: row.id,
      userId: row.user_id,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      name: row.name,
      email: row.email,
      role: row.role,
      status: row.status,
      closedAt: row.closed_at,
    };
  }

  /** Compare-and-set: of parallel requests within one interval only the first writes. */
  async touch(id: string, now: Date, ifBefore: Date): Promise<void> {
    await this.uow.manager.query(
      'UPDATE session SET last_seen_at = $2 WHERE id = $1 AND last_seen_at <= $3 AND revoked_at IS NULL',
      [id, now, ifBefore],
    );
  }

  /** @returns whether an active session of this user was revoked. */
  async revoke(id: string, userId: number, now: Date): Promise<boolean> {
    const [, changed] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE session SET revoked_at = $3
       WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [id, userId, now],
    );
    return changed === 1;
  }

  /** @returns the number of revoked sessions. */
  async revokeAll(userId: number, exceptId: string | null, now: Date): Promise<number> {
    const [, changed] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE session SET revoked_at = $3
       WHERE user_id = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR id <> $2)`,
      [userId, exceptId, now],
    );
    return changed;
  }

  /** Most recently used first. */
  async listOpen(userId: number, now: Date): Promise<SessionView[]> {
    const rows = await this.uow.manager.query<Omit<SessionRow, 'user_id' | 'revoked_at'>[]>(
      `SELECT id, created_at, last_seen_at, expires_at, ip, user_agent FROM session
       WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2
       ORDER BY last_seen_at DESC, id DESC`,
      [userId, now],
    );
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      ip: row.ip,
      userAgent: row.user_agent,
    }));
  }

  /** IP addresses from which the user with this email has logged in during the last 30 days. */
  async recentAddresses(email: string): Promise<string[]> {
    const rows = await this.uow.manager.query<Pick<SessionRow, 'ip'>[]>(
      `SELECT DISTINCT s.ip FROM session s JOIN users u ON u.id = s.user_id
       WHERE u.email = $1 AND u.closed_at IS NULL AND s.created_at > now() - interval '30 days'
       LIMIT 100`,
      [email],
    );
    return rows.map((row) => row.ip);
  }

  /**
   * Keyset pagination over the primary key: ids are UUIDv7, so they are in time order. A row becomes
   * visible after its id was generated, so a reader at the end steps back two minutes.
   */
  async findNewDeviceLogins(cursor: string | null, limit: number): Promise<NewDeviceLoginPage> {
    const rows = await this.uow.manager.query<LoginRow[]>(
      `SELECT s.id, s.user_id, s.ip, s.user_agent, s.created_at,
              EXISTS (SELECT FROM session e WHERE e.user_id = s.user_id AND e.id < s.id)
              AND NOT EXISTS (SELECT FROM session e WHERE e.user_id = s.user_id AND e.id < s.id
                              AND e.ip = s.ip AND e.user_agent = s.user_agent) AS is_new_device
       FROM session s WHERE s.id > coalesce($1::uuid, uuidv7(interval '-2 minutes'))
       ORDER BY s.id LIMIT $2`,
      [cursor, limit],
    );
    const hasMore = rows.length === limit;
    const [safeEnd] = await this.uow.manager.query<Pick<SessionRow, 'id'>[]>(
      `SELECT uuidv7(interval '-2 minutes') AS id`,
    );
    return {
      hasMore,
      cursor: hasMore ? rows.at(-1)!.id : safeEnd!.id,
      logins: rows
        .filter((row) => row.is_new_device)
        .map((row) => ({
          sessionId: row.id,
          userId: row.user_id,
          ip: row.ip,
          userAgent: row.user_agent,
          at: row.created_at,
        })),
    };
  }

  async deleteEndedBefore(moment: Date): Promise<void> {
    await this.uow.manager.query('DELETE FROM session WHERE revoked_at < $1 OR expires_at < $1', [
      moment,
    ]);
  }
}
