import { Injectable } from '@nestjs/common';
import { NairaNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { DEFAULT_PREFERENCES, type NotificationPreferences } from '../notifications.types';
import { NotificationPreferencesRepository } from './notification-preferences.repository';

/** Which notifications users receive by mail. */
@Injectable()
export class NotificationPreferencesService {
  constructor(
    private readonly repository: NotificationPreferencesRepository,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  findOwn({ userId }: Actor): Promise<NotificationPreferences> {
    return this.findByUser(userId);
  }

  /** By user id; defaults where a user has none. */
  async findAll(userIds: readonly number[]): Promise<Map<number, NotificationPreferences>> {
    const stored = await this.repository.findByUsers(userIds);
    return new Map(userIds.map((id) => [id, stored.get(id) ?? DEFAULT_PREFERENCES]));
  }

  /** Users who get the weekly summary, in the order of their ids. @param after the last id of the batch before. */
  findWeeklySummaryUsers(after: number, limit: number): Promise<number[]> {
    return this.repository.findWeeklySummaryUsers(after, limit);
  }

  /** Changes the given preferences only. */
  async update(
    actor: Actor,
    changes: Partial<NotificationPreferences>,
  ): Promise<NotificationPreferences> {
    return this.uow.run(async () => {
      // Concurrent changes of different preferences must both persist.
      await this.users.lock(actor.userId);
      const before = await this.findByUser(actor.userId);
      const after = { ...before, ...changes };
      if (isEqual(before, after)) return before;
      await this.repository.store(actor.userId, after);
      await this.audit.record(actor, {
        action: 'user.notifications_changed',
        target: `user:${actor.userId}`,
        details: 'Changed their notification settings',
        before: toAuditValue(before),
        after: toAuditValue(after),
      });
      return after;
    });
  }

  private async findByUser(userId: number): Promise<NotificationPreferences> {
    return (await this.findAll([userId])).get(userId)!;
  }
}

const toAuditValue = ({ lowBalanceThreshold, ...switches }: NotificationPreferences) => ({
  ...switches,
  lowBalanceThreshold: new NairaNumber(lowBalanceThreshold.toNaira()),
});

const isEqual = (a: NotificationPreferences, b: NotificationPreferences): boolean =>
  JSON.stringify(toAuditValue(a)) === JSON.stringify(toAuditValue(b));
