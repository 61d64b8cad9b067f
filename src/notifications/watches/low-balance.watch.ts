import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { LowBalanceService } from '../../wallet/notifications/low-balance.service';
import { CursorRepository } from '../cursor.repository';
import { NoticeLetters } from '../letters/notice-letters';
import { NoticeSender } from '../notice-sender';
import { PreferencesService } from '../preferences.service';
import { Watch } from './watch';

/** Wallets that a purchase left low. One stay below the line is told once, however much is bought in it. */
@Injectable()
export class LowBalanceWatch extends Watch {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cursors: CursorRepository,
    private readonly wallets: LowBalanceService,
    private readonly preferences: PreferencesService,
    private readonly letters: NoticeLetters,
    private readonly sender: NoticeSender,
  ) {
    super();
  }

  batch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const held = await this.cursors.hold('low_balance');
      if (!held) return false;
      const { userIds, cursor, hasMore } = await this.wallets.findBuyersSince(held.cursor, limit);
      const preferences = await this.preferences.ofAll(userIds);
      const low = await this.wallets.findBelowThreshold(
        [...preferences].map(([userId, { lowBalanceThreshold }]) => ({
          userId,
          threshold: lowBalanceThreshold,
        })),
      );
      const notices = low.map(({ userId, balance, since }) => ({
        userId,
        subject: `wallet since ${since}`,
        threshold: preferences.get(userId)!.lowBalanceThreshold.toNaira(),
        balance,
      }));
      await this.sender.send('low_balance', notices, (user, [notice], { lowBalanceThreshold }) =>
        this.letters.lowBalance(user, notice!.balance, lowBalanceThreshold),
      );
      await this.cursors.advance('low_balance', cursor);
      return hasMore;
    });
  }
}
