import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { NotificationCursorRepository } from './notification-cursor.repository';
import { NotificationTemplates } from '../templates/notification-templates';
import { NotificationSenderService } from '../delivery/notification-sender.service';
import { NotificationRule } from './notification-rule';

/** Notifies of sign-ins from new places. */
@Injectable()
export class SignInRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cursors: NotificationCursorRepository,
    private readonly sessions: SessionsService,
    private readonly templates: NotificationTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const locked = await this.cursors.lock('sign_in');
      if (!locked) return false;
      const { logins, cursor, hasMore } = await this.sessions.findNewDeviceLogins(
        locked.cursor,
        limit,
      );
      const notifications = logins.map((login) => ({
        userId: login.userId,
        subject: `session:${login.sessionId}`,
        threshold: 0,
        login,
      }));
      await this.sender.send('sign_in', notifications, (user, own) =>
        this.templates.newDeviceLogins(
          user,
          own.map(({ login }) => login),
        ),
      );
      await this.cursors.advance('sign_in', cursor);
      return hasMore;
    });
  }
}
