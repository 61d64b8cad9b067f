import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { SessionActor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { userNotFound } from './admin-users.errors';

/** Signs users out on behalf of staff. */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends every session of a user; of one's own account, all but the present one.
   * @returns how many were ended.
   * @throws DomainError not_found; forbidden REAUTHENTICATION_REQUIRED.
   */
  endAll(actor: SessionActor, userId: number): Promise<number> {
    this.sessions.assertRecent(actor);
    return this.uow.run(async () => {
      const user = await this.users.lock(userId);
      if (!user) throw userNotFound();
      const own = userId === actor.userId ? actor.sessionId : undefined;
      const ended = await this.sessions.revokeAll(userId, own);
      await this.audit.record(actor, {
        action: 'user.sessions_ended',
        target: `user:${userId}`,
        details: `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.name}`,
      });
      return ended;
    });
  }
}
