import type { MailTemplate } from '../mail/mail.types';
import {
  type InboxContent,
  type DueNotification,
  type NotificationKind,
  SentNotification,
  PREFERENCE_BY_KIND,
  type NotificationPreferences,
} from './notifications.entity';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { MailService } from '../mail/mail.service';
import { UsersService } from '../users/users.service';
import type { UserAccount } from '../users/users.types';
import { InboxRepository } from './inbox/inbox.service';
import { NotificationPreferencesService } from './preferences/notification-preferences.service';

/** One notification in the two places where it is read. */
export interface NotificationContent {
  readonly mail: MailTemplate;
  readonly inbox: InboxContent;
}

type Returned = Pick<SentNotification, 'userId' | 'subject' | 'threshold'>;

/** `deleteBefore` is SQL: TypeORM's DELETE has no limit. */
@Injectable()
export class SentNotificationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Records notifications that are about to be sent. @returns those not sent before. */
  async record<N extends DueNotification>(
    kind: NotificationKind,
    notifications: readonly N[],
  ): Promise<N[]> {
    if (!notifications.length) return [];
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(SentNotification)
      .values(
        notifications.map(({ userId, subject, threshold }) => ({
          userId,
          kind,
          subject,
          threshold,
        })),
      )
      .orIgnore()
      .returning('user_id AS "userId", subject, threshold')
      .updateEntity(false)
      .execute();
    const fresh = new Set(
      (raw as Returned[]).map((row) => toKey(row.userId, row.subject, row.threshold)),
    );
    return notifications.filter((n) => fresh.delete(toKey(n.userId, n.subject, n.threshold)));
  }

  /** Deletes up to `limit` records whose subjects no longer exist. */
  async deleteBefore(moment: Date, limit: number): Promise<void> {
    await this.uow.manager.query(
      `DELETE FROM notification_sent WHERE (user_id, kind, subject, threshold) IN (
         SELECT user_id, kind, subject, threshold FROM notification_sent
         WHERE sent_at < $1 ORDER BY sent_at LIMIT $2)`,
      [moment, limit],
    );
  }
}

const toKey = (userId: number, subject: string, threshold: number): string =>
  `${userId}\n${subject}\n${threshold}`;

/** Builds the content about all due notifications of one kind; `notifications` is never empty. */
export type BuildContent<N extends DueNotification> = (
  user: UserAccount,
  notifications: N[],
  preferences: NotificationPreferences,
) => NotificationContent;

interface Recipient {
  readonly user: UserAccount;
  readonly preferences: NotificationPreferences;
  readonly isMailed: boolean;
  readonly hasInbox: boolean;
}

/** Sends due notifications: one mail and inbox message per user and run, each notification once. */
@Injectable()
export class NotificationSenderService {
  constructor(
    private readonly users: UsersService,
    private readonly preferences: NotificationPreferencesService,
    private readonly sent: SentNotificationRepository,
    private readonly inbox: InboxRepository,
    private readonly mail: MailService,
  ) {}

  /**
   * Records and sends in the open unit of work. Customers get an inbox message whatever their preferences, users who
   * have the kind switched on a mail.
   */
  async send<N extends DueNotification>(
    kind: NotificationKind,
    notifications: readonly N[],
    buildContent: BuildContent<N>,
  ): Promise<void> {
    if (!notifications.length) return;
    const recipients = await this.findRecipients(kind, [
      ...new Set(notifications.map(({ userId }) => userId)),
    ]);
    const ids = new Set(recipients.map(({ user }) => user.id));
    const fresh = await this.sent.record(
      kind,
      notifications.filter(({ userId }) => ids.has(userId)),
    );
    const due = recipients.flatMap((recipient) => {
      const { user, preferences } = recipient;
      const own = fresh.filter(({ userId }) => userId === user.id);
      return own.length ? [{ ...recipient, ...buildContent(user, own, preferences) }] : [];
    });
    await this.inbox.add(
      due
        .filter(({ hasInbox }) => hasInbox)
        .map(({ user, inbox }) => ({ userId: user.id, kind, ...inbox })),
    );
    for (const { isMailed, user, mail } of due)
      if (isMailed) await this.mail.enqueueTemplate(user.email, mail);
  }

  private async findRecipients(
    kind: NotificationKind,
    ids: readonly number[],
  ): Promise<Recipient[]> {
    // Locked: a message must not be written after the inbox of a closed account is erased.
    const users = await this.users.lockActiveByIds(ids);
    const all = await this.preferences.findAll(ids);
    return users
      .map((user) => {
        const preferences = all.get(user.id)!;
        const isMailed = Boolean(preferences[PREFERENCE_BY_KIND[kind]]);
        return { user, preferences, isMailed, hasInbox: user.role === 'user' };
      })
      .filter(({ isMailed, hasInbox }) => isMailed || hasInbox);
  }
}
