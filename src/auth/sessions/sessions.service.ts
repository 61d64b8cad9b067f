import { Injectable } from '@nestjs/common';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import type { UserAccount } from '../../users/users.types';
import { reauthenticationRequired, unauthenticated } from '../auth.errors';
import type { NewDeviceLoginPage, SessionView } from '../auth.types';
import { AccessTokenService, type AccessTokenClaims } from './access-token.service';
import {
  isSessionActive,
  getSessionLifetime,
  shouldUpdateLastSeen,
  LAST_SEEN_INTERVAL,
  RECENT_SIGN_IN,
} from './session-policy';
import { SessionsRepository } from './sessions.repository';

/** Login sessions. A token is valid only while its session and its user are active. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly tokens: AccessTokenService,
    private readonly clock: Clock,
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

  /** Open sessions of a user, most recently used first. */
  list(userId: number): Promise<SessionView[]> {
    return this.repository.listOpen(userId, this.clock.now());
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
