import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { NotificationPreferences } from '../notifications.types';
import { NotificationPreference } from './notification-preference.entity';

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
