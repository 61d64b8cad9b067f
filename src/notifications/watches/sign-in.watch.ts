import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { CursorRepository } from '../cursor.repository';
import { NoticeLetters } from '../letters/notice-letters';
import { NoticeSender } from '../notice-sender';
import { Watch } from './watch';

/** Sign-ins from new places. */
@Injectable()
export class SignInWatch extends Watch {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cursors: CursorRepository,
    private readonly sessions: SessionsService,
    private readonly letters: NoticeLetters,
    private readonly sender: NoticeSender,
  ) {
    super();
  }

  batch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const held = await this.cursors.hold('sign_in');
      if (!held) return false;
      const { logins, cursor, hasMore } = await this.sessions.findNewDeviceLogins(
        held.cursor,
        limit,
      );
      const notices = logins.map((login) => ({
        userId: login.userId,
        subject: `session:${login.sessionId}`,
        threshold: 0,
        login,
      }));
      await this.sender.send('sign_in', notices, (user, own) =>
        this.letters.newDeviceLogins(
          user,
          own.map(({ login }) => login),
        ),
      );
      await this.cursors.advance('sign_in', cursor);
      return hasMore;
    });
  }
}
