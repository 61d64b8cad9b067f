import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  type NotificationPreferences,
  NotificationPreference,
  DEFAULT_PREFERENCES,
} from '../notifications.entity';
import { NairaNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UsersService } from '../../users/users.service';

@Injectable()
export class NotificationPreferencesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** By user id, for users who changed their preferences. */
  async findByUsers(userIds: readonly number[]): Promise<Map<number, NotificationPreferences>> {
    const rows = await this.uow.manager.findBy(NotificationPreference, {
      userId: In([...userIds]),
    });
    return new Map(
      rows.map(
        ({ userId, lowBalance, lowBalanceKobo, expiry, traffic, security, weeklySummary }) => [
          userId,
          {
            lowBalance,
            lowBalanceThreshold: Money.kobo(lowBalanceKobo),
            expiry,
            traffic,
            security,
            weeklySummary,
          },
        ],
      ),
    );
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

  async store(userId: number, preferences: NotificationPreferences): Promise<void> {
    const { lowBalanceThreshold, ...switches } = preferences;
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(NotificationPreference)
      .values({ userId, lowBalanceKobo: lowBalanceThreshold.kobo, ...switches })
      .orUpdate(
        ['low_balance', 'low_balance_kobo', 'expiry', 'traffic', 'security', 'weekly_summary'],
        ['user_id'],
      )
      .execute();
  }
}

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
