import { Injectable } from '@nestjs/common';
import { formatNaira, Money } from '../../common/money/money';
import { DAY } from '../../common/time/clock';
import { type Week, dayOf, readableDay, readableTime } from '../../common/time/calendar';
import { AppConfig } from '../../config/app-config';
import type { NotificationContent } from '../delivery/notification-content.types';
import type { WeeklySummary } from '../weekly/weekly-summary.types';
import { formatProxyName, formatTraffic } from './formatting';

/** Texts of the weekly summary. */
@Injectable()
export class WeeklySummaryTemplates {
  private readonly site: string;

  constructor(config: AppConfig) {
    this.site = config.http.appUrl;
  }

  summary({ name }: { readonly name: string }, summary: WeeklySummary): NotificationContent {
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
