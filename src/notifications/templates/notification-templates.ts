import { Injectable } from '@nestjs/common';
import type { NewDeviceLogin } from '../../auth/auth.types';
import { formatNaira, type Money } from '../../common/money/money';
import { readableTime } from '../../common/time/calendar';
import { AppConfig } from '../../config/app-config';
import type { ExpiringProxy, ReachedTrafficThreshold } from '../../proxies/proxy.types';
import type { NotificationContent } from '../delivery/notification-content.types';
import {
  formatGigabytes,
  formatProxyName,
  toInboxText,
  toProxyAction,
  toProxyLink,
  truncateList,
} from './formatting';

type Recipient = { readonly name: string };

/** Texts of the notifications. */
@Injectable()
export class NotificationTemplates {
  private readonly site: string;

  constructor(private readonly config: AppConfig) {
    this.site = config.http.appUrl;
  }

  lowBalance({ name }: Recipient, balance: Money, threshold: Money): NotificationContent {
    const heading = 'Your balance is low';
    const fact = `After your last purchase your wallet balance is ${formatNaira(balance)}, below your limit of ${formatNaira(threshold)}.`;
    const link = `/wallet?amount=${toSuggestion(balance, threshold)}`;
    return {
      inbox: { title: heading, text: fact, link },
      mail: (site) => ({
        subject: `Your ${site} balance is ${formatNaira(balance)}`,
        heading,
        paragraphs: [
          `Hello ${name},`,
          fact,
          'Your proxies keep working until they expire. Top up before your next purchase.',
        ],
        action: { label: 'Top up your wallet', url: this.site + link },
        closing: this.closing('balance falls below the amount you chose'),
      }),
    };
  }

  expiringProxies({ name }: Recipient, proxies: ExpiringProxy[]): NotificationContent {
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
        paragraphs: [`Hello ${name},`, ...truncateList(lines), toAfterExpiry(proxies)],
        action: toProxyAction(this.site, proxies, { label: 'Renew it', step: 'renewal' }),
        closing: this.closing('proxies expire soon'),
      }),
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
          'If this was you, you do not need to do anything.',
          `If it was not you, reset your password immediately: this signs out every device. You can also contact ${this.config.support.email}.`,
        ],
        action: { label: 'Reset your password', url: `${this.site}/forgot-password` },
        closing: this.closing('account is used from a new place'),
      }),
    };
  }

  private closing(when: string): string {
    return `You get this email when your ${when}. Turn it off in your profile: ${this.site}/profile`;
  }
}

function toAfterExpiry(proxies: readonly ExpiringProxy[]): string {
  const automatic = proxies.filter(({ isAutoRenewed }) => isAutoRenewed).length;
  if (automatic === 0)
    return 'After that they stop working. Nothing is renewed or charged automatically.';
  return automatic === proxies.length
    ? 'Make sure that your wallet balance covers the price; else they stop working.'
    : 'The others stop working after that, and are not renewed or charged automatically. Make sure that your wallet balance covers the automatic renewals.';
}

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
