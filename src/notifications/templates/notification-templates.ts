import { Injectable } from '@nestjs/common';
import type { NewDeviceLogin } from '../../auth/auth.types';
import { formatNaira, type Money } from '../../common/money/money';
import { readableTime } from '../../common/time/zone';
import { AppConfig } from '../../config/app-config';
import type { MailTemplate } from '../../mail/mail.types';
import type { ExpiringProxy, ReachedTrafficThreshold } from '../../proxies/proxy.types';
import { formatGigabytes, formatProxyName, truncateList } from './formatting';

type Recipient = { readonly name: string };

/** Mail templates of the notifications. */
@Injectable()
export class NotificationTemplates {
  private readonly site: string;

  constructor(private readonly config: AppConfig) {
    this.site = config.http.appUrl;
  }

  lowBalance({ name }: Recipient, balance: Money, threshold: Money): MailTemplate {
    return (site) => ({
      subject: `Your ${site} balance is ${formatNaira(balance)}`,
      heading: 'Your balance is low',
      paragraphs: [
        `Hello ${name},`,
        `After your last purchase your wallet balance is ${formatNaira(balance)}, below your limit of ${formatNaira(threshold)}.`,
        'Your proxies keep working until they expire. Top up before your next purchase.',
      ],
      action: {
        label: 'Top up your wallet',
        url: `${this.site}/wallet?amount=${toSuggestion(balance, threshold)}`,
      },
      closing: this.closing('balance falls below the amount you chose'),
    });
  }

  expiringProxies({ name }: Recipient, proxies: ExpiringProxy[]): MailTemplate {
    const within = proxies.every(({ hours }) => hours === 24) ? '24 hours' : '3 days';
    const what = proxies.length === 1 ? 'Your proxy expires' : `${proxies.length} proxies expire`;
    return (site) => ({
      subject: `${what} within ${within} (${site})`,
      heading: `${what} within ${within}`,
      paragraphs: [
        `Hello ${name},`,
        ...truncateList(
          proxies.map(
            (proxy) =>
              `${formatProxyName(proxy)} expires on ${readableTime(proxy.expiresAt)}, Lagos time.${
                proxy.isAutoRenewed
                  ? ' It is renewed automatically from your wallet before that.'
                  : ''
              }`,
          ),
        ),
        toAfterExpiry(proxies),
      ],
      action: { label: 'See your proxies', url: `${this.site}/proxyhistory` },
      closing: this.closing('proxies expire soon'),
    });
  }

  /** @param marks one of each proxy. */
  trafficThresholds({ name }: Recipient, marks: ReachedTrafficThreshold[]): MailTemplate {
    const [first] = marks;
    const most = Math.max(...marks.map(({ percent }) => percent));
    const heading =
      marks.length > 1
        ? `${marks.length} proxies are running out of traffic`
        : most === 100
          ? 'A proxy has used all of its traffic'
          : `A proxy has used ${first!.percent}% of its traffic`;
    return (site) => ({
      subject: `${heading} (${site})`,
      heading,
      paragraphs: [`Hello ${name},`, ...truncateList(marks.map(trafficLine))],
      action: { label: 'See your proxies', url: `${this.site}/proxyhistory` },
      closing: this.closing('proxies run out of traffic'),
    });
  }

  newDeviceLogins({ name }: Recipient, logins: NewDeviceLogin[]): MailTemplate {
    return (site) => ({
      subject: `New sign-in to your ${site} account`,
      heading: 'New sign-in to your account',
      paragraphs: [
        `Hello ${name},`,
        ...truncateList(
          logins.map(
            ({ at, ip, userAgent }) =>
              `On ${readableTime(at)}, Lagos time, from ${ip} with ${userAgent || 'an unknown device'}.`,
          ),
        ),
        'If this was you, you do not need to do anything.',
        `If it was not you, reset your password immediately: this signs out every device. You can also contact ${this.config.support.email}.`,
      ],
      action: { label: 'Reset your password', url: `${this.site}/forgot-password` },
      closing: this.closing('account is used from a new place'),
    });
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
