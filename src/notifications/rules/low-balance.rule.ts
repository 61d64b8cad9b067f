import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { LowBalanceService } from '../../wallet/low-balance.service';
import { NotificationCursorRepository } from './notification-cursor.repository';
import { NotificationTemplates } from '../templates/notification-templates';
import { NotificationSenderService } from '../delivery/notification-sender.service';
import { NotificationPreferencesService } from '../preferences/notification-preferences.service';
import { NotificationRule } from './notification-rule';

/**
 * Notifies of wallets that a purchase left below the threshold, once until the balance is above it
 * again.
 */
@Injectable()
export class LowBalanceRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cursors: NotificationCursorRepository,
    private readonly wallets: LowBalanceService,
    private readonly preferences: NotificationPreferencesService,
    private readonly templates: NotificationTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const locked = await this.cursors.lock('low_balance');
      if (!locked) return false;
      const { userIds, cursor, hasMore } = await this.wallets.findBuyersSince(locked.cursor, limit);
      const preferences = await this.preferences.findAll(userIds);
      const low = await this.wallets.findBelowThreshold(
        [...preferences].map(([userId, { lowBalanceThreshold }]) => ({
          userId,
          threshold: lowBalanceThreshold,
        })),
      );
      const notifications = low.map(({ userId, balance, since }) => ({
        userId,
        subject: `wallet since ${since}`,
        threshold: preferences.get(userId)!.lowBalanceThreshold.toNaira(),
        balance,
      }));
      await this.sender.send(
        'low_balance',
        notifications,
        (user, [notification], { lowBalanceThreshold }) =>
          this.templates.lowBalance(user, notification!.balance, lowBalanceThreshold),
      );
      await this.cursors.advance('low_balance', cursor);
      return hasMore;
    });
  }
}
