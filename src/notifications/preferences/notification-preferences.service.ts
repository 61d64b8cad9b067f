import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { NairaNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import {
  DEFAULT_PREFERENCES,
  NotificationPreference,
  type NotificationPreferences,
} from '../notifications.entity';
import {
  toNotifications,
  toPreferences,
  type NotificationsData,
  type UpdateNotificationsDto,
} from './preferences.dto';

/** Which notifications users receive by mail. */
@Injectable()
export class NotificationPreferencesService {
  constructor(
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  async findOwn({ userId }: Actor): Promise<NotificationsData> {
    return toNotifications(await this.findByUser(userId));
  }

  /** By user id; defaults where a user has none. */
  async findAll(userIds: readonly number[]): Promise<Map<number, NotificationPreferences>> {
    const rows = await this.uow.manager.findBy(NotificationPreference, {
      userId: In([...userIds]),
    });
    const stored = new Map(
      rows.map(({ userId, updatedAt: _updatedAt, ...preferences }) => [userId, preferences]),
    );
    return new Map(userIds.map((id) => [id, stored.get(id) ?? DEFAULT_PREFERENCES]));
  }

  /** Users who get the weekly summary, in the order of their ids. @param after the last id of the batch before. */
  async findWeeklySummaryUsers(after: number, limit: number): Promise<number[]> {
    const rows = await this.uow.manager.find(NotificationPreference, {
      select: { userId: true },
      where: { weeklySummary: true, userId: MoreThan(after) },
      order: { userId: 'ASC' },
      take: limit,
    });
    return rows.map(({ userId }) => userId);
  }

  /** Changes the given preferences only. */
  async update(actor: Actor, body: UpdateNotificationsDto): Promise<NotificationsData> {
    const { userId } = actor;
    return this.uow.run(async () => {
      // Concurrent changes of different preferences must both persist.
      await this.users.lock(userId);
      const before = await this.findByUser(userId);
      const after = { ...before, ...toPreferences(body) };
      if (!isEqual(before, after)) {
        await this.store(userId, after);
        await this.audit.record(actor, {
          action: 'user.notifications_changed',
          target: `user:${userId}`,
          details: 'Changed their notification settings',
          before: toAuditValue(before),
          after: toAuditValue(after),
        });
      }
      return toNotifications(after, 'Notification settings saved.');
    });
  }

  private async findByUser(userId: number): Promise<NotificationPreferences> {
    return (await this.findAll([userId])).get(userId)!;
  }

  private async store(userId: number, preferences: NotificationPreferences): Promise<void> {
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(NotificationPreference)
      .values({ userId, ...preferences })
      .orUpdate(
        [
          ...['low_balance', 'low_balance_kobo', 'expiry', 'traffic', 'security'],
          ...['weekly_summary', 'purchases', 'top_ups'],
        ],
        ['user_id'],
      )
      .execute();
  }
}

const toAuditValue = ({ lowBalanceThreshold, ...switches }: NotificationPreferences) => ({
  ...switches,
  lowBalanceThreshold: new NairaNumber(lowBalanceThreshold.toNaira()),
});

const isEqual = (a: NotificationPreferences, b: NotificationPreferences): boolean =>
  JSON.stringify(toAuditValue(a)) === JSON.stringify(toAuditValue(b));
