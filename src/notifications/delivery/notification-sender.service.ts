import { Injectable } from '@nestjs/common';
import { MailService } from '../../mail/mail.service';
import type { MailTemplate } from '../../mail/mail.types';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import {
  PREFERENCE_BY_KIND,
  type DueNotification,
  type NotificationKind,
  type NotificationPreferences,
} from '../notifications.types';
import { NotificationPreferencesService } from '../preferences/notification-preferences.service';
import { SentNotificationRepository } from './sent-notification.repository';

/** Builds the mail about all due notifications of one kind; `notifications` is never empty. */
export type BuildTemplate<N extends DueNotification> = (
  user: UserAccount,
  notifications: N[],
  preferences: NotificationPreferences,
) => MailTemplate;

/** Mails due notifications: one mail per user and run, each notification once. */
@Injectable()
export class NotificationSenderService {
  constructor(
    private readonly users: UsersService,
    private readonly preferences: NotificationPreferencesService,
    private readonly sent: SentNotificationRepository,
    private readonly mail: MailService,
  ) {}

  /** Records and mails in the open unit of work, except to users who switched the kind off. */
  async send<N extends DueNotification>(
    kind: NotificationKind,
    notifications: readonly N[],
    buildTemplate: BuildTemplate<N>,
  ): Promise<void> {
    if (!notifications.length) return;
    const ids = [...new Set(notifications.map(({ userId }) => userId))];
    const preferences = await this.preferences.findAll(ids);
    const isEnabled = (id: number) => Boolean(preferences.get(id)![PREFERENCE_BY_KIND[kind]]);
    const users = new Map(
      (await this.users.findActiveByIds(ids.filter(isEnabled))).map((user) => [user.id, user]),
    );
    const fresh = await this.sent.record(
      kind,
      notifications.filter(({ userId }) => users.has(userId)),
    );
    for (const [id, user] of users) {
      const own = fresh.filter(({ userId }) => userId === id);
      if (own.length)
        await this.mail.enqueueTemplate(user.email, buildTemplate(user, own, preferences.get(id)!));
    }
  }
}
