import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { Clock, DAY } from '../../common/time/clock';
import type { Week } from '../../common/time/calendar';
import { ProxyNotificationSourceService } from '../../proxies/notifications/proxy-notification-source.service';
import { UsageReportsService } from '../../proxies/usage-reports/usage-reports.service';
import { WalletStatsService } from '../../wallet/statement/wallet-stats.service';
import { WalletService } from '../../wallet/wallet.service';
import type { WeeklySummary } from './weekly-summary.types';

const MAX_PROXIES = 5;
const LOOKAHEAD_MS = 7 * DAY;

/** Adds up the week of many customers, with as many queries as for one. */
@Injectable()
export class WeeklySummaryService {
  constructor(
    private readonly clock: Clock,
    private readonly wallets: WalletService,
    private readonly stats: WalletStatsService,
    private readonly usage: UsageReportsService,
    private readonly proxies: ProxyNotificationSourceService,
  ) {}

  /** Leaves out users who had neither a proxy nor traffic nor a movement of money in the week. */
  async summarize(userIds: readonly number[], week: Week): Promise<WeeklySummary[]> {
    const { from, until } = week;
    const totals = await this.stats.getTotalsByUser(userIds, from, until);
    const traffic = await this.usage.getTrafficByUser(userIds, from, until, MAX_PROXIES);
    const owners = await this.proxies.findOwnersWithin(userIds, from, until);
    const active = userIds.filter((id) => totals.has(id) || traffic.has(id) || owners.has(id));
    const balances = await this.wallets.getBalances(active);
    const expiring = await this.proxies.findExpiringWithin(
      active,
      this.clock.now(),
      this.clock.in(LOOKAHEAD_MS),
      MAX_PROXIES,
    );
    return active.map((userId) => ({
      userId,
      week,
      spent: totals.get(userId)?.spent ?? Money.zero,
      topUps: totals.get(userId)?.topUps ?? Money.zero,
      balance: balances.get(userId)!,
      traffic: traffic.get(userId)?.bytes ?? 0n,
      mostUsed: traffic.get(userId)?.mostUsed ?? [],
      expiring: expiring.get(userId) ?? [],
    }));
  }
}
