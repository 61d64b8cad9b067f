import { nameCountry } from '../common/country';
import {
  GIGABYTE,
  KIND_OF_TYPE,
  MEGABYTE,
  type ProxySummary,
  type ExpiringProxy,
  type ReachedTrafficThreshold,
  type AutoRenewalEvent,
  type AutoRenewReason,
  type AutoTrafficEvent,
  type AutoTrafficReason,
} from '../proxies/proxy.types';
import { Injectable } from '@nestjs/common';
import type { NewDeviceLogin } from '../auth/sessions/sessions.service';
import { formatNaira, Money } from '../common/money/money';
import { readableTime } from '../common/time/calendar';
import { AppConfig } from '../config/app-config';
import type { TicketAnswer } from '../tickets/notification-source.service';
import type { NotificationContent } from './notification-sender.service';

const MAX_LINES = 20;
const MAX_INBOX_LINES = 3;
const KIND_NAMES = { datacenter: 'Datacenter', residential: 'Residential', mobile: 'Mobile' };

/** "Residential proxy 12 (Nigeria)". */
export const formatProxyName = ({
  id,
  type,
  country,
}: Pick<ProxySummary, 'id' | 'type' | 'country'>): string =>
  `${KIND_NAMES[KIND_OF_TYPE[type]]} proxy ${id} (${formatCountry(country)})`;

const formatCountry = (code: string): string =>
  code.toLowerCase() === 'zz' ? 'any country' : nameCountry(code);

/** "5 GB", "0.9 GB". */
export const formatGigabytes = (bytes: bigint): string => {
  const tenths = Number(((bytes < 0n ? 0n : bytes) * 10n) / GIGABYTE);
  return `${(tenths / 10).toLocaleString('en-NG')} GB`;
};

/** "5 GB", "350 MB", "less than 1 MB": of any amount that is not nothing. */
export const formatTraffic = (bytes: bigint): string => {
  if (bytes >= GIGABYTE) return formatGigabytes(bytes);
  if (bytes >= MEGABYTE) return `${bytes / MEGABYTE} MB`;
  return bytes > 0n ? 'less than 1 MB' : '0 MB';
};

/** Keeps the first lines of a long list. */
export const truncateList = (lines: string[], max = MAX_LINES): string[] =>
  lines.length <= max ? lines : [...lines.slice(0, max), `And ${lines.length - max} more.`];

/** The text of an inbox message about several items. */
export const toInboxText = (lines: string[]): string =>
  truncateList(lines, MAX_INBOX_LINES).join('\n');

/** The page of the proxy, or the list when there are several. */
export const toProxyLink = (proxies: readonly Pick<ProxySummary, 'id'>[]): string =>
  proxies.length === 1 ? `/proxyhistory/${proxies[0]!.id}` : '/proxyhistory';

/** The button of a mail: what to do about one proxy, or the list of several. `step` opens its dialog on the page. */
export function toProxyAction(
  site: string,
  proxies: readonly Pick<ProxySummary, 'id'>[],
  { label, step }: { label: string; step: 'renewal' | 'traffic' },
): { label: string; url: string } {
  const [one] = proxies;
  return one && proxies.length === 1
    ? { label, url: `${site}/proxyhistory/${one.id}?step=${step}` }
    : { label: 'See your proxies', url: `${site}/proxyhistory` };
}

type Recipient = { readonly name: string };

/** Texts of the notifications. */
@Injectable()
export class NotificationTemplates {
  private readonly site: string;

  constructor(private readonly config: AppConfig) {
    this.site = config.http.appUrl;
  }

  /** @param renewals what the automatic renewals of the next 7 days cost. */
  lowBalance(
    { name }: Recipient,
    balance: Money,
    threshold: Money,
    renewals?: Money,
  ): NotificationContent {
    const heading = 'Your balance is low';
    const fact = `After your last purchase your wallet balance is ${formatNaira(balance)}, below your limit of ${formatNaira(threshold)}.`;
    const missing = toShortage(balance, renewals);
    const next = missing
      ? toReminder(missing)
      : 'Your proxies keep working until they expire. Top up before your next purchase.';
    const link = `/wallet?amount=${missing?.toNaira() ?? toSuggestion(balance, threshold)}`;
    return {
      inbox: { title: heading, text: missing ? `${fact}\n${next}` : fact, link },
      mail: (site) => ({
        subject: `Your ${site} balance is ${formatNaira(balance)}`,
        heading,
        paragraphs: [`Hello ${name},`, fact, next],
        action: toTopUp(this.site, missing, link),
        closing: this.closing('balance falls below the amount you chose'),
      }),
    };
  }

  /** @param missing what the wallet lacks for the automatic renewals of the next 7 days; null when it has enough. */
  expiringProxies(
    { name }: Recipient,
    proxies: ExpiringProxy[],
    missing: Money | null = null,
  ): NotificationContent {
    const within = proxies.every(({ hours }) => hours === 24) ? '24 hours' : '3 days';
    const what = proxies.length === 1 ? 'Your proxy expires' : `${proxies.length} proxies expire`;
    const heading = `${what} within ${within}`;
    const lines = proxies.map(
      (proxy) =>
        `${formatProxyName(proxy)} expires on ${readableTime(proxy.expiresAt)}, Lagos time.${
          proxy.isAutoRenewed ? ' It is renewed automatically from your wallet before that.' : ''
        }`,
    );
    return {
      inbox: { title: heading, text: toInboxText(lines), link: toProxyLink(proxies) },
      mail: (site) => ({
        subject: `${heading} (${site})`,
        heading,
        paragraphs: [
          `Hello ${name},`,
          ...truncateList(lines),
          ...(missing ? [toReminder(missing)] : []),
          ...toAfterExpiry(proxies),
        ],
        action: missing
          ? toTopUp(this.site, missing)
          : toProxyAction(this.site, proxies, { label: 'Renew it', step: 'renewal' }),
        closing: this.closing('proxies expire soon'),
      }),
    };
  }

  /** @param answers of one ticket. */
  ticketAnswers({ name }: Recipient, answers: TicketAnswer[]): NotificationContent {
    const { ticketId, subject, author, replyTo } = answers[0]!;
    const link = `/tickets/${ticketId}`;
    const heading = `Support replied: ${subject}`;
    return {
      inbox: {
        title: heading,
        text: toInboxText(answers.map(({ body }) => body.slice(0, 200))),
        link,
      },
      mail: (site) => ({
        subject: `Re: ${subject} [${site} #${ticketId}]`,
        heading: subject,
        paragraphs: [
          `Hello ${name},`,
          `${author} from ${site} support replied:`,
          ...answers.flatMap(({ body }) => body.split(/\n+/)).filter((line) => line.trim()),
        ],
        action: { label: 'Open the conversation', url: `${this.site}${link}` },
        closing: replyTo
          ? 'Reply to this email to answer, or open the conversation.'
          : `Answer in the conversation: replies to this email are not read. You get it because you wrote to ${site} support.`,
      }),
      replyTo,
    };
  }

  /** @param marks one of each proxy. */
  trafficThresholds({ name }: Recipient, marks: ReachedTrafficThreshold[]): NotificationContent {
    const heading = toTrafficHeading(marks);
    const lines = marks.map(trafficLine);
    return {
      inbox: { title: heading, text: toInboxText(lines), link: toProxyLink(marks) },
      mail: (site) => ({
        subject: `${heading} (${site})`,
        heading,
        paragraphs: [`Hello ${name},`, ...truncateList(lines)],
        action: toProxyAction(this.site, marks, { label: 'Add traffic', step: 'traffic' }),
        closing: this.closing('proxies run out of traffic'),
      }),
    };
  }

  newDeviceLogins({ name }: Recipient, logins: NewDeviceLogin[]): NotificationContent {
    const heading = 'New sign-in to your account';
    const lines = logins.map(
      ({ at, ip, userAgent }) =>
        `On ${readableTime(at)}, Lagos time, from ${ip} with ${userAgent || 'an unknown device'}.`,
    );
    return {
      inbox: {
        title: heading,
        text: `${toInboxText(lines)}\nIf it was not you, change your password immediately.`,
        link: '/profile?tab=security',
      },
      mail: (site) => ({
        subject: `New sign-in to your ${site} account`,
        heading,
        paragraphs: [
          `Hello ${name},`,
          ...truncateList(lines),
          `If it was not you, reset your password: this signs out every device. If you need help, contact ${this.config.support.email}.`,
        ],
        action: { label: 'Reset your password', url: `${this.site}/forgot-password` },
        closing: this.closing('account is used from a new place'),
      }),
    };
  }

  /** @param events oldest first. */
  autoRenewals({ name }: Recipient, events: readonly AutoRenewalEvent[]): NotificationContent {
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
        closing: `You get emails about automatic renewals and the end of proxies. Turn them off in your profile: ${this.site}/profile?tab=notifications`,
      }),
    };
  }

  /** @param events oldest first. */
  autoTraffic({ name }: Recipient, events: readonly AutoTrafficEvent[]): NotificationContent {
    const heading =
      events.length === 1
        ? 'Traffic could not be bought automatically'
        : `Traffic could not be bought for ${events.length} proxies`;
    const isShort = events.some(({ reason }) => reason === 'insufficient_balance');
    const lines = events.map(
      (event) =>
        `${formatProxyName(event)}: ${event.gigabytes} GB${event.price ? ` (${formatNaira(event.price)})` : ''} were not bought. ${TRAFFIC_CAUSES[event.reason]} ${event.isStopped ? 'Automatic traffic is off.' : 'You were not charged.'}`,
    );
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
          : toProxyAction(this.site, events, { label: 'Add traffic', step: 'traffic' }),
        closing: this.closing('proxies run out of traffic'),
      }),
    };
  }

  private closing(when: string): string {
    return `You get this email when your ${when}. Turn it off in your profile: ${this.site}/profile?tab=notifications`;
  }
}

function toAfterExpiry(proxies: readonly ExpiringProxy[]): string[] {
  const automatic = proxies.filter(({ isAutoRenewed }) => isAutoRenewed).length;
  if (automatic === proxies.length) return [];
  return [
    automatic === 0
      ? 'After that they stop working. Nothing is renewed or charged automatically.'
      : 'The others stop working after that, and are not renewed or charged automatically.',
  ];
}

/** What is missing for the renewals, in full hundreds; null when the balance covers them. */
export function toShortage(balance = Money.zero, renewals = Money.zero): Money | null {
  const missing = renewals.minus(balance);
  return missing.isPositive ? Money.naira(Math.ceil(missing.toNairaCeil() / 100) * 100) : null;
}

const toReminder = (missing: Money): string =>
  `Top up ${formatNaira(missing)} to cover the automatic renewals of the next 7 days.`;

const toTopUp = (
  site: string,
  missing: Money | null,
  link = `/wallet?amount=${missing?.toNaira()}`,
) => ({
  label: missing ? `Top up ${formatNaira(missing)}` : 'Top up your wallet',
  url: site + link,
});

function toTrafficHeading(marks: readonly ReachedTrafficThreshold[]): string {
  if (marks.length > 1) return `${marks.length} proxies are running out of traffic`;
  const { percent } = marks[0]!;
  return percent === 100
    ? 'A proxy has used all of its traffic'
    : `A proxy has used ${percent}% of its traffic`;
}

function trafficLine(mark: ReachedTrafficThreshold): string {
  const all = formatGigabytes(mark.limitBytes);
  if (mark.percent === 100)
    return `${formatProxyName(mark)} has used all of its ${all} and no longer works.`;
  const left = formatGigabytes(mark.limitBytes - mark.usedBytes);
  return `${formatProxyName(mark)} has used ${mark.percent}% of its ${all}. About ${left} is left.`;
}

/** What lifts a balance to the threshold that it is below, in whole thousands of naira. */
const toSuggestion = (balance: Money, threshold: Money): number =>
  Math.ceil(threshold.minus(balance).toNairaCeil() / 1000) * 1000;

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

const TRAFFIC_CAUSES: Record<AutoTrafficReason, string> = {
  insufficient_balance:
    'Your wallet balance is too low. Top up and they are bought within minutes.',
  monthly_limit: 'Your monthly limit is reached. Raise it, or add traffic yourself.',
  package_unavailable: 'The package is no longer sold. Choose another one.',
  order_refunded: 'Its last automatic purchase was refunded.',
  member_limit: 'The spending limit of the team member who switched it on is reached.',
  member_left: 'The team member who switched it on can no longer buy for you.',
};

const AFTER_STOP: Partial<Record<AutoRenewReason, string>> = {
  proxy_expired: 'Nothing more is charged for it.',
  proxy_suspended: 'Nothing more is charged for it.',
  order_refunded: 'Nothing more is charged for it.',
};
