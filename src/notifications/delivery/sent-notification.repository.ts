import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { DueNotification, NotificationKind } from '../notifications.types';
import { SentNotification } from './sent-notification.entity';

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
