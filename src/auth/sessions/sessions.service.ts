import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import type { Actor, ClientInfo, Role, SessionActor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { STAFF_ROLE_ID, type UserAccount } from '../../users/users.types';
import { isAllowedFrom } from '../api-keys/parse-ranges';
import { refuse } from '../auth.errors';
import { AccessTokenService, type AccessTokenClaims } from './access-token.service';
import {
  getSessionLifetime,
  isSessionActive,
  LAST_SEEN_INTERVAL,
  RECENT_SIGN_IN,
  Session,
  shouldUpdateLastSeen,
  type SessionWithUser,
} from './session.entity';
import type { SessionResponse } from './sessions.dto';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ended sessions stay this long: support reads them, and they prove the networks a user logs in from. */
const KEEP_ENDED_SESSIONS = 30 * DAY;

/** Runs on every authenticated request: one query for session, user, team and role of staff. */
const FIND_WITH_USER = prepareStatement(
  'session.find-with-user',
  `SELECT s.id, s.user_id AS "userId", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
          s.expires_at AS "expiresAt", s.revoked_at AS "revokedAt",
          u.name, u.email, u.role, u.status, u.closed_at AS "closedAt",
          u.first_password_expires_at IS NOT NULL AS "mustChangePassword",
          u.staff_role_id AS "staffRoleId", r.name AS "staffRoleName", r.permissions,
          r.allowed_addresses AS "allowedAddresses", r.two_factor_required AS "needsTwoFactor",
          m.owner_id AS "ownerId", m.role AS "teamRole",
          o.status = 'active' AND o.closed_at IS NULL AND o.role = 'user' AS "isOwnerActive",
          coalesce(m.joined_at < o.review_since, false) AS "isPaused"
   FROM session s JOIN users u ON u.id = s.user_id
   LEFT JOIN team_member m ON m.member_id = u.id AND u.role = 'user'
   LEFT JOIN users o ON o.id = m.owner_id
   LEFT JOIN staff_role r ON r.id = ${STAFF_ROLE_ID}
   WHERE s.id = $1 AND s.user_id = $2`,
);

const TOUCH = prepareStatement(
  'session.touch',
  `UPDATE session SET last_seen_at = $2 WHERE id = $1 AND last_seen_at <= $3 AND revoked_at IS NULL`,
);

/** A login from an address and browser that the user had not used together before. */
export interface NewDeviceLogin {
  readonly sessionId: string;
  readonly userId: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly at: Date;
}

export interface NewDeviceLoginPage {
  readonly logins: NewDeviceLogin[];
  /** Opaque position of the next page. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/**
 * Login sessions. A token is valid only while its session and its user are active. Raw SQL for what every request runs,
 * and for what joins users and teams, whose entities belong to other modules.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** Starts a session; needs an open unit of work. */
  async open(
    user: UserAccount,
    { ip, userAgent }: ClientInfo,
  ): Promise<{ token: string; actor: Actor }> {
    const { id: userId, name, email, role } = user;
    const expiresAt = this.clock.in(getSessionLifetime(role).absolute);
    const now = this.clock.now();
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(Session, { userId, createdAt: now, lastSeenAt: now, expiresAt, ip, userAgent });
    const sessionId = identifiers[0]!.id as string;
    const token = this.tokens.sign({ userId, sessionId, role }, expiresAt);
    return { token, actor: { userId, name, email, role, sessionId, ip, userAgent } };
  }

  /**
   * Loads the session of a verified token together with its user. A member of a team acts for its owner.
   * @throws DomainError UNAUTHENTICATED when the session has ended or the user may not use it; STAFF_ADDRESS.
   */
  async authenticate(claims: AccessTokenClaims, client: ClientInfo): Promise<SessionActor> {
    const { rows } = await this.uow.execute<SessionWithUser>(FIND_WITH_USER, [
      claims.sessionId,
      claims.userId,
    ]);
    const [session] = rows;
    const now = this.clock.now();
    if (!session || !isSessionActive(session, claims.role, now)) throw refuse('UNAUTHENTICATED');
    if (!isAllowedFrom(session.allowedAddresses ?? [], client.ip)) throw refuse('STAFF_ADDRESS');
    if (shouldUpdateLastSeen(session, now))
      // Compare-and-set: of parallel requests within one interval only the first writes.
      await this.uow.execute(TOUCH, [session.id, now, this.clock.in(-LAST_SEEN_INTERVAL)]);
    const { userId, name, email, role, mustChangePassword, ownerId, teamRole, isPaused } = session;
    const { staffRoleId, staffRoleName, permissions, needsTwoFactor } = session;
    const facts = { sessionId: session.id, authenticatedAt: session.createdAt, mustChangePassword };
    const staff = staffRoleId !== null && {
      staffRole: { id: staffRoleId, name: staffRoleName!, permissions: permissions! },
    };
    const person = { userId, name, email, role, ...staff, ...facts, ...client };
    if (needsTwoFactor) return { ...person, needsTwoFactor };
    if (ownerId === null) return person;
    return { ...person, userId: ownerId, member: { id: userId, role: teamRole, isPaused } };
  }

  /** @throws DomainError REAUTHENTICATION_REQUIRED when the sign-in is 15 minutes ago or more. */
  assertRecent({ authenticatedAt }: SessionActor): void {
    if (this.clock.now().getTime() - authenticatedAt.getTime() >= RECENT_SIGN_IN)
      throw refuse('REAUTHENTICATION_REQUIRED');
  }

  /** The actor's sessions that still work, most recently used first. */
  list({ userId, role, sessionId }: Actor): Promise<SessionResponse[]> {
    return this.uow.manager.query<SessionResponse[]>(
      `SELECT id, ip, user_agent, created_at, last_seen_at, expires_at, id::text = $4 AS current
       FROM session WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND last_seen_at > $3
       ORDER BY last_seen_at DESC, id DESC`,
      [userId, this.clock.now(), this.clock.in(-getSessionLifetime(role).idle), sessionId],
    );
  }

  /** Ids of a user's sessions that still work. */
  async findActiveIds(userId: number, role: Role): Promise<string[]> {
    const idle = this.clock.in(-getSessionLifetime(role).idle);
    const rows = await this.uow.manager.find(Session, {
      select: { id: true },
      where: {
        ...{ userId, revokedAt: IsNull() },
        ...{ expiresAt: MoreThan(this.clock.now()), lastSeenAt: MoreThan(idle) },
      },
    });
    return rows.map(({ id }) => id);
  }

  /** Ends one of the actor's sessions; its token stops working at once. The present one may be ended too. */
  async end(actor: SessionActor, sessionId: string): Promise<void> {
    if (UUID.test(sessionId) && sessionId !== actor.sessionId) this.assertRecent(actor);
    await this.uow.run(async () => {
      await this.endOf(actor.userId, sessionId);
      await this.audit.recordOwn(actor, 'auth.session_ended', 'Ended one of their sign-ins');
    });
  }

  /** As `revoke`. @throws DomainError SESSION_NOT_FOUND when it was not active. */
  async endOf(userId: number, sessionId: string): Promise<void> {
    if (!UUID.test(sessionId) || !(await this.revoke(userId, sessionId)))
      throw refuse('SESSION_NOT_FOUND');
  }

  /** Revokes one session of a user; needs an open unit of work. @returns whether it was active. */
  async revoke(userId: number, id: string): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(Session, { id, userId, revokedAt: IsNull() }, { revokedAt: this.clock.now() });
    return affected === 1;
  }

  /**
   * Revokes every session of a user, at once in every process; needs an open unit of work.
   * @param exceptSessionId the session to keep.
   * @returns the number of revoked sessions.
   */
  async revokeAll(userId: number, exceptSessionId?: string): Promise<number> {
    const kept = exceptSessionId !== undefined && { id: Not(exceptSessionId) };
    const { affected } = await this.uow
      .requireTransaction()
      .update(Session, { userId, revokedAt: IsNull(), ...kept }, { revokedAt: this.clock.now() });
    return affected!;
  }

  /**
   * Logins after the cursor from an address and browser that the user had not used together before,
   * without the first login of an account. At least once: a login may be returned twice.
   * Keyset pagination over the primary key: ids are UUIDv7, so they are in time order. A row becomes
   * visible after its id was generated, so a reader at the end steps back two minutes.
   * @param cursor null starts now.
   */
  async findNewDeviceLogins(cursor: string | null, limit: number): Promise<NewDeviceLoginPage> {
    const rows = await this.uow.manager.query<(NewDeviceLogin & { isNewDevice: boolean })[]>(
      `SELECT s.id AS "sessionId", s.user_id AS "userId", s.ip, s.user_agent AS "userAgent", s.created_at AS at,
              EXISTS (SELECT FROM session e WHERE e.user_id = s.user_id AND e.id < s.id)
              AND NOT EXISTS (SELECT FROM session e WHERE e.user_id = s.user_id AND e.id < s.id
                              AND e.ip = s.ip AND e.user_agent = s.user_agent) AS "isNewDevice"
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
      cursor: hasMore ? rows.at(-1)!.sessionId : safeEnd!.id,
      logins: rows.filter(({ isNewDevice }) => isNewDevice),
    };
  }

  async deleteEnded(): Promise<void> {
    const before = LessThan(this.clock.in(-KEEP_ENDED_SESSIONS));
    await this.uow.manager.delete(Session, [{ revokedAt: before }, { expiresAt: before }]);
  }
}
