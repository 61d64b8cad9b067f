import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { NotificationCursor } from './notification-cursor.entity';
import type { NotificationKind } from '../notifications.types';

@Injectable()
export class NotificationCursorRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks the cursor of a feed until the unit of work ends. @returns null while another worker holds it. */
  async lock(kind: NotificationKind): Promise<{ cursor: string | null } | null> {
    const manager = this.uow.requireTransaction();
    // NOT EXISTS needs SQL: ON CONFLICT alone waits for the commit of a worker that advances the cursor.
    await manager.query(
      `INSERT INTO notification_cursor (kind) SELECT $1
       WHERE NOT EXISTS (SELECT FROM notification_cursor WHERE kind = $1) ON CONFLICT DO NOTHING`,
      [kind],
    );
    return manager.findOne(NotificationCursor, {
      where: { kind },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  async advance(kind: NotificationKind, cursor: string): Promise<void> {
    await this.uow.requireTransaction().update(NotificationCursor, { kind }, { cursor });
  }
}
