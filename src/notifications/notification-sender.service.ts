import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { MailService } from '../mail/mail.service';
import type { MailTemplate } from '../mail/mail.types';
import { UsersService } from '../users/users.service';
import type { UserAccount } from '../users/users.types';
import { InboxService } from './inbox/inbox.service';
import {
  PREFERENCE_BY_KIND,
  SentNotification,
  type InboxContent,
  type NotificationKind,
  type NotificationPreferences,
} from './notifications.entity';
import { NotificationPreferencesService } from './preferences/notification-preferences.service';

/** One notification in the two places where it is read. */
export interface NotificationContent {
  readonly mail: MailTemplate;
  /** Where answers to the mail go; the sender when left out. */
  readonly replyTo?: string;
  readonly inbox: InboxContent;
}

/** An event of a user that is notified of at most once. */
interface NotifiedEvent {
  readonly userId: number;
}

/** Identifies a notification of a user and kind: its subject, e.g. `proxy:12`, and a threshold in the unit of the kind, else 0. */
type EventKey = Pick<SentNotification, 'subject' | 'threshold'>;

/** Sends due notifications: one mail and inbox message per user and run, each notification once. */
@Injectable()
export class NotificationSenderService {
  constructor(
    private readonly users: UsersService,
    private readonly preferences: NotificationPreferencesService,
    private readonly inbox: InboxService,
    private readonly mail: MailService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Records and sends in the open unit of work. Customers get an inbox message whatever their preferences, users who
   * have the kind switched on a mail.
   * @param build makes the content about all due events of a user; `own` is never empty.
   */
  async send<E extends NotifiedEvent>(
    kind: NotificationKind,
    events: readonly E[],
    toKey: (event: E) => EventKey,
    build: (
      user: UserAccount,
      own: E[],
      preferences: NotificationPreferences,
    ) => NotificationContent,
  ): Promise<void> {
    if (!events.length) return;
    const ids = [...new Set(events.map(({ userId }) => userId))];
    // Locked: a message must not be written after the inbox of a closed account is erased.
    const users = await this.users.lockActiveByIds(ids);
    const all = await this.preferences.findAll(ids);
    const preference = PREFERENCE_BY_KIND[kind];
    const isMailed = ({ id }: UserAccount) => !preference || Boolean(all.get(id)![preference]);
    const recipients = users.filter((user) => user.role === 'user' || isMailed(user));
    const reached = new Set(recipients.map(({ id }) => id));
    const fresh = await this.record(
      kind,
      events.filter(({ userId }) => reached.has(userId)),
      toKey,
    );
    const due = recipients.flatMap((user) => {
      const own = fresh.filter(({ userId }) => userId === user.id);
      return own.length ? [{ user, ...build(user, own, all.get(user.id)!) }] : [];
    });
    await this.inbox.add(
      due
        .filter(({ user }) => user.role === 'user')
        .map(({ user, inbox }) => ({ userId: user.id, kind, ...inbox })),
    );
    for (const { user, mail, replyTo } of due)
      if (isMailed(user)) await this.mail.enqueueTemplate(user.email, mail, replyTo);
  }

  /** Deletes up to `limit` records whose subjects no longer exist. */
  async deleteBefore(moment: Date, limit: number): Promise<void> {
    // TypeORM's DELETE has no limit.
    await this.uow.manager.query(
      `DELETE FROM notification_sent WHERE (user_id, kind, subject, threshold) IN (
         SELECT user_id, kind, subject, threshold FROM notification_sent
         WHERE sent_at < $1 ORDER BY sent_at LIMIT $2)`,
      [moment, limit],
    );
  }

  /** Records what is about to be sent. @returns the events not sent before, one of each key. */
  private async record<E extends NotifiedEvent>(
    kind: NotificationKind,
    events: readonly E[],
    toKey: (event: E) => EventKey,
  ): Promise<E[]> {
    if (!events.length) return [];
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(SentNotification)
      .values(events.map((event) => ({ userId: event.userId, kind, ...toKey(event) })))
      .orIgnore()
      .returning('user_id AS "userId", subject, threshold')
      .updateEntity(false)
      .execute();
    const toText = (userId: number, { subject, threshold }: EventKey) =>
      `${userId}\n${subject}\n${threshold}`;
    const fresh = new Set(
      (raw as (NotifiedEvent & EventKey)[]).map((row) => toText(row.userId, row)),
    );
    return events.filter((event) => fresh.delete(toText(event.userId, toKey(event))));
  }
}
