import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import type { NewDeviceLoginPage } from '../auth.types';
import { type SessionTeam, type SessionWithUser, Session } from './session.entity';

interface NewSession {
  readonly userId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

interface SessionWithUserRow {
  readonly id: string;
  readonly user_id: number;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly name: string;
  readonly email: string;
  readonly role: SessionWithUser['role'];
  readonly status: SessionWithUser['status'];
  readonly closed_at: Date | null;
  readonly must_change_password: boolean;
  readonly owner_id: number | null;
  readonly team_role: SessionTeam['role'];
  readonly is_owner_active: boolean;
  readonly is_paused: boolean | null;
}

interface LoginRow {
  readonly id: string;
  readonly user_id: number;
  readonly ip: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly is_new_device: boolean;
}

const FIND_WITH_USER = prepareStatement(
  'session.find-with-user',
  `SELECT s.id, s.user_id, s.created_at, s.last_seen_at, s.expires_at, s.revoked_at,
          u.name, u.email, u.role, u.status, u.closed_at,
          u.first_password_expires_at IS NOT NULL AS must_change_password,
          m.owner_id, m.role AS team_role,
          o.status = 'active' AND o.closed_at IS NULL AND o.role = 'user' AS is_owner_active,
          m.joined_at < o.review_since AS is_paused
   FROM session s JOIN users u ON u.id = s.user_id
   LEFT JOIN team_member m ON m.member_id = u.id AND u.role = 'user'
   LEFT JOIN users o ON o.id = m.owner_id
   WHERE s.id = $1 AND s.user_id = $2`,
);

const TOUCH = prepareStatement(
  'session.touch',
  `UPDATE session SET last_seen_at = $2 WHERE id = $1 AND last_seen_at <= $3 AND revoked_at IS NULL`,
);

/**
 * Raw SQL for what every request runs, for the reads that join users and teams, whose entities belong to other modules, and for
 * the keyset feed of logins with its time arithmetic on UUIDs.
 */
@Injectable()
export class SessionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(session: NewSession): Promise<string> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(Session, { ...session, lastSeenAt: session.createdAt });
    return identifiers[0]!.id as string;
  }

  /** Runs on every authenticated request: one query for session, user and team. */
  async findWithUser(id: string, userId: number): Promise<SessionWithUser | null> {
    const { rows } = await this.uow.execute<SessionWithUserRow>(FIND_WITH_USER, [id, userId]);
    const [row] = rows;
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
      mustChangePassword: row.must_change_password,
      team: row.owner_id === null ? null : toTeam(row.owner_id, row),
    };
  }

  /** Compare-and-set: of parallel requests within one interval only the first writes. */
  async touch(id: string, now: Date, ifBefore: Date): Promise<void> {
    await this.uow.execute(TOUCH, [id, now, ifBefore]);
  }

  /** @returns whether an active session of this user was revoked. */
  async revoke(id: string, userId: number, now: Date): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(Session, { id, userId, revokedAt: IsNull() }, { revokedAt: now });
    return affected === 1;
  }

  /** @returns the number of revoked sessions. */
  async revokeAll(userId: number, exceptId: string | null, now: Date): Promise<number> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        Session,
        { userId, revokedAt: IsNull(), ...(exceptId !== null && { id: Not(exceptId) }) },
        { revokedAt: now },
      );
    return affected!;
  }

  /** Latest use first. */
  listOpen(userId: number, now: Date): Promise<Session[]> {
    return this.uow.manager.find(Session, {
      where: { userId, revokedAt: IsNull(), expiresAt: MoreThan(now) },
      order: { lastSeenAt: 'DESC', id: 'DESC' },
    });
  }

  /** IP addresses from which the user with this email has logged in during the last 30 days. */
  async recentAddresses(email: string): Promise<string[]> {
    const rows = await this.uow.manager.query<{ ip: string }[]>(
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
    const [safeEnd] = await this.uow.manager.query<{ id: string }[]>(
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
    await this.uow.manager.delete(Session, [
      { revokedAt: LessThan(moment) },
      { expiresAt: LessThan(moment) },
    ]);
  }
}

const toTeam = (ownerId: number, row: SessionWithUserRow): SessionTeam => ({
  ownerId,
  role: row.team_role,
  isOwnerActive: row.is_owner_active,
  isPaused: row.is_paused === true,
});
