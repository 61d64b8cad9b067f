import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import type { NoticeKind } from './notification.types';

@Injectable()
export class CursorRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Holds a feed until the unit of work ends. @returns null while somebody else has it. */
  async hold(kind: NoticeKind): Promise<{ cursor: string | null } | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `INSERT INTO notification_cursor (kind) SELECT $1
       WHERE NOT EXISTS (SELECT FROM notification_cursor WHERE kind = $1) ON CONFLICT DO NOTHING`,
      [kind],
    );
    const [row] = await manager.query(
      `SELECT cursor FROM notification_cursor WHERE kind = $1 FOR UPDATE SKIP LOCKED`,
      [kind],
    );
    return row ?? null;
  }

  async advance(kind: NoticeKind, cursor: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`UPDATE notification_cursor SET cursor = $2 WHERE kind = $1`, [kind, cursor]);
  }
}
