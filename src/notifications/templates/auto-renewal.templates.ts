import { Injectable } from '@nestjs/common';
import { formatNaira } from '../../common/money/money';
import { readableTime } from '../../common/time/calendar';
import { AppConfig } from '../../config/app-config';
import type { AutoRenewalEvent, AutoRenewReason } from '../../proxies/proxy.types';
import type { NotificationContent } from '../delivery/notification-content.types';
import { formatProxyName, toInboxText, toProxyLink, truncateList } from './formatting';

/** Texts about the outcomes of automatic renewals. */
@Injectable()
export class AutoRenewalTemplates {
  private readonly site: string;

  constructor(config: AppConfig) {
    this.site = config.http.appUrl;
  }

  /** @param events oldest first. */
  outcomes(
    { name }: { readonly name: string },
    events: readonly AutoRenewalEvent[],
  ): NotificationContent {
    const heading = toHeading(events);
    const isShort = events.some(({ reason }) => reason === 'insufficient_balance');
    const lines = events.map(toLine);
    return {
      inbox: {
        title: heading,
        text: toInboxText(lines),
        link: isShort ? '/wallet' : toProxyLink(events),
      },
      mail: (site) => ({
        subject: `${heading} (${site})`,
        heading,
        paragraphs: [`Hello ${name},`, ...truncateList(lines)],
        action: isShort
          ? { label: 'Top up your wallet', url: `${this.site}/wallet` }
          : { label: 'See your proxies', url: `${this.site}/proxyhistory` },
        closing: `You get this email because automatic renewal is or was on for these proxies. Turn off emails about the end of proxies in your profile: ${this.site}/profile`,
      }),
    };
  }
}

function toHeading(events: readonly AutoRenewalEvent[]): string {
  const count = events.length;
  const outcomes = new Set(events.map(({ outcome }) => outcome));
  if (outcomes.size > 1) return 'News about your automatic renewals';
  if (outcomes.has('renewed'))
    return count === 1 ? 'Your proxy was renewed' : `${count} proxies were renewed`;
  if (outcomes.has('failed'))
    return count === 1
      ? 'Your proxy could not be renewed'
      : `${count} proxies could not be renewed`;
  return count === 1
    ? 'Automatic renewal of your proxy is off'
    : `Automatic renewal of ${count} proxies is off`;
}

function toLine(event: AutoRenewalEvent): string {
  const proxy = formatProxyName(event);
  const end = `${readableTime(event.expiresAt)}, Lagos time`;
  if (event.outcome === 'renewed')
    return `${proxy} was renewed for ${formatNaira(event.price!)} from your wallet. It now expires on ${end}.`;
  const why = CAUSES[event.reason!];
  const amount = event.price ? ` (${formatNaira(event.price)})` : '';
  if (event.outcome === 'failed')
    return `${proxy} could not be renewed${amount}: ${why} You were not charged. It expires on ${end}. We try again before that; ${event.reason === 'insufficient_balance' ? 'top up and it is renewed at once' : 'you can also renew it yourself'}.`;
  return `Automatic renewal of ${proxy} is off: ${why} ${AFTER_STOP[event.reason!] ?? `It expires on ${end}. Renew it yourself to keep it.`}`;
}

const CAUSES: Record<AutoRenewReason, string> = {
  insufficient_balance: 'your wallet balance was too low.',
  package_unavailable: 'the package is no longer sold.',
  delivery_failed: 'the renewal failed, and anything charged for it was returned to your wallet.',
  proxy_expired: 'the proxy has expired.',
  proxy_suspended: 'the proxy was suspended. Please contact support.',
  order_refunded: 'its order was refunded.',
  member_limit: 'the spending limit of the team member who switched it on is reached.',
  member_left: 'the team member who switched it on can no longer buy for you.',
};

const AFTER_STOP: Partial<Record<AutoRenewReason, string>> = {
  proxy_expired: 'Nothing more is charged for it.',
  proxy_suspended: 'Nothing more is charged for it.',
  order_refunded: 'Nothing more is charged for it.',
};
