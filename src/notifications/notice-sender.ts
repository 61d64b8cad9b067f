import { Injectable } from '@nestjs/common';
import { MailService } from '../mail/mail.service';
import type { Letter } from '../mail/mail.types';
import { UsersService } from '../users/users.service';
import type { UserAccount } from '../users/users.types';
import {
  SWITCH_OF,
  type Notice,
  type NoticeKind,
  type NotificationPreferences,
} from './notification.types';
import { PreferencesService } from './preferences.service';
import { SentRepository } from './sent.repository';

/** Writes to a user about everything of one kind that is due; `notices` is never empty. */
export type WriteLetter<N extends Notice> = (
  user: UserAccount,
  notices: N[],
  preferences: NotificationPreferences,
) => (siteName: string) => Letter;

/** Tells people what is due: one mail a user, each notice once for ever. */
@Injectable()
export class NoticeSender {
  constructor(
    private readonly users: UsersService,
    private readonly preferences: PreferencesService,
    private readonly sent: SentRepository,
    private readonly mail: MailService,
  ) {}

  /** Records and mails in the open unit of work. Whoever switched the kind off is passed over. */
  async send<N extends Notice>(
    kind: NoticeKind,
    notices: readonly N[],
    write: WriteLetter<N>,
  ): Promise<void> {
    if (!notices.length) return;
    const ids = [...new Set(notices.map((notice) => notice.userId))];
    const preferences = await this.preferences.ofAll(ids);
    const willing = (id: number) => Boolean(preferences.get(id)![SWITCH_OF[kind]]);
    const users = new Map(
      (await this.users.findActiveByIds(ids.filter(willing))).map((user) => [user.id, user]),
    );
    const fresh = await this.sent.record(
      kind,
      notices.filter(({ userId }) => users.has(userId)),
    );
    for (const [id, user] of users) {
      const own = fresh.filter(({ userId }) => userId === id);
      if (own.length)
        await this.mail.enqueueLetter(user.email, write(user, own, preferences.get(id)!));
    }
  }
}
