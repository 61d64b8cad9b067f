import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor, SessionActor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { sessionNotFound } from '../auth.errors';
import type { SessionView } from '../auth.types';
import { SessionsService } from './sessions.service';
import { getSessionLifetime } from './session-policy';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Lists and revokes the sessions of the current user. */
@Injectable()
export class ProfileSessionsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** Sign-ins that still work, latest use first. */
  async list({ userId, role }: Actor): Promise<SessionView[]> {
    const silentSince = this.clock.in(-getSessionLifetime(role).idle);
    const sessions = await this.sessions.list(userId);
    return sessions.filter(({ lastSeenAt }) => lastSeenAt > silentSince);
  }

  /**
   * Ends one of the actor's sign-ins; its token stops working at once. The present one may be ended too.
   * @throws DomainError not_found when it is not the actor's or has ended; forbidden
   *   REAUTHENTICATION_REQUIRED for another than the present one.
   */
  async end(actor: SessionActor, sessionId: string): Promise<void> {
    if (!UUID.test(sessionId)) throw sessionNotFound();
    if (sessionId !== actor.sessionId) this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      if (!(await this.sessions.revoke(actor.userId, sessionId))) throw sessionNotFound();
      await this.audit.record(actor, {
        action: 'auth.session_ended',
        target: `user:${actor.userId}`,
        details: 'Ended one of their sign-ins',
      });
    });
  }
}
