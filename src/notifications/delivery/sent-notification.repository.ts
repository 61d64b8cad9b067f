import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { DueNotification, NotificationKind } from '../notifications.types';

@Injectable()
export class SentNotificationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Records notifications that are about to be mailed. @returns those not mailed before. */
  async record<N extends DueNotification>(
    kind: NotificationKind,
    notifications: readonly N[],
  ): Promise<N[]> {
    const rows: { user_id: number; subject: string; threshold: number }[] = await this.uow
      .requireTransaction()
      .query(
        `INSERT INTO notification_sent (user_id, kind, subject, threshold)
         SELECT n.user_id, $1, n.subject, n.threshold
         FROM unnest($2::int[], $3::text[], $4::int[]) AS n (user_id, subject, threshold)
         ON CONFLICT DO NOTHING RETURNING user_id, subject, threshold`,
        [
          kind,
          notifications.map((notification) => notification.userId),
          notifications.map((notification) => notification.subject),
          notifications.map((notification) => notification.threshold),
        ],
      );
    const fresh = new Set(rows.map((row) => toKey(row.user_id, row.subject, row.threshold)));
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
