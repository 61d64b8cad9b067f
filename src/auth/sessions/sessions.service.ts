import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UserAccount } from '../../users/users.types';
import { reauthenticationRequired, sessionNotFound, unauthenticated } from '../auth.errors';
import type { NewDeviceLoginPage } from '../auth.types';
import { AccessTokenService, type AccessTokenClaims } from './access-token.service';
import {
  isSessionActive,
  getSessionLifetime,
  shouldUpdateLastSeen,
  LAST_SEEN_INTERVAL,
  RECENT_SIGN_IN,
} from './session.entity';
import type { SessionResponse } from './sessions.dto';
import { SessionsRepository } from './sessions.repository';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Login sessions. A token is valid only while its session and its user are active. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly tokens: AccessTokenService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** Starts a session; needs an open unit of work. */
  async open(user: UserAccount, client: ClientInfo): Promise<{ token: string; actor: Actor }> {
    const expiresAt = this.clock.in(getSessionLifetime(user.role).absolute);
    const sessionId = await this.repository.insert({
      userId: user.id,
      createdAt: this.clock.now(),
      expiresAt,
      ...client,
    });
    const { id: userId, name, email, role } = user;
    const token = this.tokens.sign({ userId, sessionId, role }, expiresAt);
    return { token, actor: { userId, name, email, role, sessionId, ...client } };
  }

  /**
   * Loads the session of a verified token together with its user, in one query. A member of a team acts for its owner.
   * @throws DomainError unauthenticated when the session has ended or the user may not use it.
   */
  async authenticate(claims: AccessTokenClaims, client: ClientInfo): Promise<SessionActor> {
    const session = await this.repository.findWithUser(claims.sessionId, claims.userId);
    const now = this.clock.now();
    if (!session || !isSessionActive(session, claims.role, now)) throw unauthenticated();
    if (shouldUpdateLastSeen(session, now))
      await this.repository.touch(session.id, now, new Date(now.getTime() - LAST_SEEN_INTERVAL));
    const { userId, name, email, role, mustChangePassword, team } = session;
    const facts = { sessionId: session.id, authenticatedAt: session.createdAt, mustChangePassword };
    const person = { userId, name, email, role, ...facts, ...client };
    if (!team) return person;
    const member = { id: userId, role: team.role, isPaused: team.isPaused };
    return { ...person, userId: team.ownerId, member };
  }

  /** @throws DomainError forbidden REAUTHENTICATION_REQUIRED when the sign-in is 15 minutes ago or more. */
  assertRecent({ authenticatedAt }: SessionActor): void {
    if (this.clock.now().getTime() - authenticatedAt.getTime() >= RECENT_SIGN_IN)
      throw reauthenticationRequired();
  }

  /** The actor's sessions that still work, most recently used first. */
  async list({ userId, role, sessionId }: Actor): Promise<SessionResponse[]> {
    const idleSince = this.clock.in(-getSessionLifetime(role).idle);
    const sessions = await this.repository.listOpen(userId, this.clock.now());
    return sessions
      .filter(({ lastSeenAt }) => lastSeenAt > idleSince)
      .map((session) => ({
        id: session.id,
        ip: session.ip,
        user_agent: session.userAgent,
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        expires_at: session.expiresAt,
        current: session.id === sessionId,
      }));
  }

  /** Ends one of the actor's sessions; its token stops working at once. The present one may be ended too. */
  async end(actor: SessionActor, sessionId: string): Promise<void> {
    if (!UUID.test(sessionId)) throw sessionNotFound();
    if (sessionId !== actor.sessionId) this.assertRecent(actor);
    await this.uow.run(async () => {
      if (!(await this.revoke(actor.userId, sessionId))) throw sessionNotFound();
      await this.audit.record(actor, {
        action: 'auth.session_ended',
        target: `user:${actor.userId}`,
        details: 'Ended one of their sign-ins',
      });
    });
  }

  /** Revokes one session of a user; needs an open unit of work. @returns whether it was active. */
  revoke(userId: number, sessionId: string): Promise<boolean> {
    return this.repository.revoke(sessionId, userId, this.clock.now());
  }

  /**
   * Revokes every session of a user, at once in every process; needs an open unit of work.
   * @param exceptSessionId the session to keep.
   * @returns the number of revoked sessions.
   */
  revokeAll(userId: number, exceptSessionId?: string): Promise<number> {
    return this.repository.revokeAll(userId, exceptSessionId ?? null, this.clock.now());
  }

  /**
   * Logins after the cursor from an address and browser that the user had not used together before,
   * without the first login of an account. At least once: a login may be returned twice.
   * @param cursor null starts now.
   */
  findNewDeviceLogins(cursor: string | null, limit: number): Promise<NewDeviceLoginPage> {
    return this.repository.findNewDeviceLogins(cursor, limit);
  }
}
