import { Money, formatNaira } from '../common/money/money';
import { type Week, dayOf, readableDay, readableTime } from '../common/time/calendar';
import type { UpcomingExpiry } from '../proxies/proxy.types';
import type { ProxyTraffic } from '../proxies/usage/usage.service';
import { Injectable } from '@nestjs/common';
import { Clock, DAY } from '../common/time/clock';
import { ProxyNotificationSourceService } from '../proxies/notification-source.service';
import { UsageService } from '../proxies/usage/usage.service';
import { WalletStatsService } from '../wallet/statement/wallet-stats.service';
import { WalletService } from '../wallet/wallet.service';
import { AppConfig } from '../config/app-config';
import type { NotificationContent } from './notification-sender.service';
import { formatProxyName, formatTraffic } from './notification-templates';

/** A customer's week. */
export interface WeeklySummary {
  readonly userId: number;
  readonly week: Week;
  /** Purchases minus refunds, negative when more was refunded. */
  readonly spent: Money;
  readonly topUps: Money;
  /** Now. */
  readonly balance: Money;
  /** Bytes of all proxies. */
  readonly traffic: bigint;
  /** At most five, the most traffic first. */
  readonly mostUsed: readonly ProxyTraffic[];
  /** Within the next seven days, the earliest first; at most five. */
  readonly expiring: readonly UpcomingExpiry[];
}

const MAX_PROXIES = 5;
const LOOKAHEAD_MS = 7 * DAY;

/** Adds up the week of many customers, with as many queries as for one, and writes about it. */
@Injectable()
export class WeeklySummaryService {
  private readonly site: string;

  constructor(
    private readonly clock: Clock,
    private readonly wallets: WalletService,
    private readonly stats: WalletStatsService,
    private readonly usage: UsageService,
    private readonly proxies: ProxyNotificationSourceService,
    config: AppConfig,
  ) {
    this.site = config.http.appUrl;
  }

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

  toContent({ name }: { readonly name: string }, summary: WeeklySummary): NotificationContent {
    const { first, last } = toDays(summary.week);
    const days = `${readableDay(first)} to ${readableDay(last)}`;
    const link = `/usage?period=dates&from=${dayOf(first)}&to=${dayOf(last)}`;
    const money = `${toSpent(summary.spent)} Topped up: ${formatNaira(summary.topUps)}. Your balance is ${formatNaira(summary.balance)}.`;
    const traffic = `Traffic: ${formatTraffic(summary.traffic)}.`;
    return {
      inbox: {
        title: 'Your weekly summary',
        text: [
          `${days}.`,
          money,
          traffic,
          ...(summary.expiring.length ? [toExpiring(summary)] : []),
        ].join('\n'),
        link,
      },
      mail: (site) => ({
        subject: `Your week at ${site}, ${days}`,
        heading: 'Your weekly summary',
        paragraphs: [
          `Hello ${name},`,
          `This is your week from Monday, ${readableDay(first)}, to Sunday, ${readableDay(last)}, in Lagos time.`,
          money,
          traffic,
          ...toMostUsed(summary),
          ...(summary.expiring.length
            ? [toExpiring(summary), ...summary.expiring.map(toExpiry), ...toRest(summary)]
            : ['None of your proxies expires in the next 7 days.']),
        ],
        action: { label: 'See your usage', url: this.site + link },
        closing: `You get this email on Mondays when there was something to report. Turn it off in your profile: ${this.site}/profile?tab=notifications`,
      }),
    };
  }
}

const toDays = ({ from, until }: Week) => ({
  first: from,
  last: new Date(until.getTime() - DAY),
});

const toSpent = (spent: Money): string =>
  spent.isLessThan(Money.zero)
    ? `Refunded: ${formatNaira(spent.negated())}.`
    : `Spent: ${formatNaira(spent)}.`;

const toMostUsed = ({ mostUsed }: WeeklySummary): string[] =>
  mostUsed.length
    ? [
        'Most used:',
        ...mostUsed.map((proxy) => `${formatProxyName(proxy)}: ${formatTraffic(proxy.bytes)}`),
      ]
    : [];

function toExpiring({ expiring }: WeeklySummary): string {
  const count = expiring[0]!.totalOfOwner;
  return count === 1
    ? 'One proxy expires in the next 7 days.'
    : `${count} proxies expire in the next 7 days.`;
}

const toExpiry = (proxy: WeeklySummary['expiring'][number]): string =>
  `${formatProxyName(proxy)} expires on ${readableTime(proxy.expiresAt)}.${
    proxy.isAutoRenewed ? ' It is renewed automatically from your wallet before that.' : ''
  }`;

function toRest({ expiring }: WeeklySummary): string[] {
  const rest = expiring[0]!.totalOfOwner - expiring.length;
  return rest > 0 ? [`And ${rest} more.`] : [];
}
