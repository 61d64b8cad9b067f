import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { NotificationPreferences } from '../notifications.types';

@Injectable()
export class NotificationPreferencesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** By user id, for users who changed their preferences. */
  async findByUsers(userIds: readonly number[]): Promise<Map<number, NotificationPreferences>> {
    const rows: Record<string, unknown>[] = await this.uow.manager.query(
      `SELECT user_id, low_balance, low_balance_kobo, expiry, traffic, security
       FROM notification_preference WHERE user_id = ANY($1)`,
      [userIds],
    );
    return new Map(
      rows.map((row) => [
        row.user_id as number,
        {
          lowBalance: row.low_balance as boolean,
          lowBalanceThreshold: Money.kobo(BigInt(row.low_balance_kobo as string)),
          expiry: row.expiry as boolean,
          traffic: row.traffic as boolean,
          security: row.security as boolean,
        },
      ]),
    );
  }

  async store(userId: number, preferences: NotificationPreferences): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO notification_preference
         (user_id, low_balance, low_balance_kobo, expiry, traffic, security)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id) DO UPDATE SET low_balance = excluded.low_balance,
         low_balance_kobo = excluded.low_balance_kobo, expiry = excluded.expiry,
         traffic = excluded.traffic, security = excluded.security, updated_at = now()`,
      [
        userId,
        preferences.lowBalance,
        preferences.lowBalanceThreshold.kobo.toString(),
        preferences.expiry,
        preferences.traffic,
        preferences.security,
      ],
    );
  }
}
