import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import type { Notice, NoticeKind } from './notification.types';

@Injectable()
export class SentRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Records notices that are about to be told. @returns those that were not told before. */
  async record<N extends Notice>(kind: NoticeKind, notices: readonly N[]): Promise<N[]> {
    const rows: { user_id: number; subject: string; threshold: number }[] = await this.uow
      .requireTransaction()
      .query(
        `INSERT INTO notification_sent (user_id, kind, subject, threshold)
         SELECT n.user_id, $1, n.subject, n.threshold
         FROM unnest($2::int[], $3::text[], $4::int[]) AS n (user_id, subject, threshold)
         ON CONFLICT DO NOTHING RETURNING user_id, subject, threshold`,
        [
          kind,
          notices.map((notice) => notice.userId),
          notices.map((notice) => notice.subject),
          notices.map((notice) => notice.threshold),
        ],
      );
    const fresh = new Set(rows.map((row) => keyOf(row.user_id, row.subject, row.threshold)));
    return notices.filter((n) => fresh.delete(keyOf(n.userId, n.subject, n.threshold)));
  }

  /** Forgets up to `limit` notices of long ago, whose subjects are long gone. */
  async forgetBefore(moment: Date, limit: number): Promise<void> {
    await this.uow.manager.query(
      `DELETE FROM notification_sent WHERE (user_id, kind, subject, threshold) IN (
         SELECT user_id, kind, subject, threshold FROM notification_sent
         WHERE sent_at < $1 ORDER BY sent_at LIMIT $2)`,
      [moment, limit],
    );
  }
}

const keyOf = (userId: number, subject: string, threshold: number): string =>
  `${userId}\n${subject}\n${threshold}`;
