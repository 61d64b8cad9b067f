import { Injectable } from '@nestjs/common';
import type { NewDeviceLogin } from '../../auth/auth.types';
import { formatNaira, type Money } from '../../common/money/money';
import { readableTime } from '../../common/time/zone';
import { AppConfig } from '../../config/app-config';
import type { Letter } from '../../mail/mail.types';
import type { ExpiringProxy, ReachedTrafficThreshold } from '../../proxies/proxy.types';
import { gigabytes, listed, proxyName } from './words';

type Reader = { readonly name: string };
type WriteFor = (siteName: string) => Letter;

/** What the notices say. */
@Injectable()
export class NoticeLetters {
  private readonly site: string;

  constructor(private readonly config: AppConfig) {
    this.site = config.http.appUrl;
  }

  lowBalance({ name }: Reader, balance: Money, line: Money): WriteFor {
    return (site) => ({
      subject: `Your ${site} balance is ${formatNaira(balance)}`,
      heading: 'Your balance is low',
      paragraphs: [
        `Hello ${name},`,
        `After your last purchase your wallet holds ${formatNaira(balance)}, which is less than ${formatNaira(line)}.`,
        'Your proxies keep running until their own end. Top up before you buy or renew the next ones.',
      ],
      action: { label: 'Top up your wallet', url: `${this.site}/wallet` },
      closing: this.closing('balance falls below the amount you chose'),
    });
  }

  ending({ name }: Reader, proxies: ExpiringProxy[]): WriteFor {
    const within = proxies.every(({ hours }) => hours === 24) ? '24 hours' : '3 days';
    const what = proxies.length === 1 ? 'A proxy of yours ends' : `${proxies.length} proxies end`;
    return (site) => ({
      subject: `${what} within ${within} (${site})`,
      heading: `${what} within ${within}`,
      paragraphs: [
        `Hello ${name},`,
        ...listed(
          proxies.map(
            (proxy) => `${proxyName(proxy)} ends on ${readableTime(proxy.expiresAt)}, Lagos time.`,
          ),
        ),
        'After that they no longer carry traffic. Nothing is renewed or charged by itself.',
      ],
      action: { label: 'See your proxies', url: `${this.site}/proxyhistory` },
      closing: this.closing('proxies end soon'),
    });
  }

  /** @param marks one of each proxy. */
  traffic({ name }: Reader, marks: ReachedTrafficThreshold[]): WriteFor {
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
      paragraphs: [`Hello ${name},`, ...listed(marks.map(trafficLine))],
      action: { label: 'See your proxies', url: `${this.site}/proxyhistory` },
      closing: this.closing('proxies run out of traffic'),
    });
  }

  newDeviceLogins({ name }: Reader, places: NewDeviceLogin[]): WriteFor {
    return (site) => ({
      subject: `New sign-in to your ${site} account`,
      heading: 'New sign-in to your account',
      paragraphs: [
        `Hello ${name},`,
        ...listed(
          places.map(
            ({ at, ip, userAgent }) =>
              `On ${readableTime(at)}, Lagos time, from ${ip} with ${userAgent || 'an unnamed program'}.`,
          ),
        ),
        'If this was you, there is nothing to do.',
        `If it was not, reset your password at once: that ends every sign-in. You can also write to ${this.config.support.email}.`,
      ],
      action: { label: 'Reset your password', url: `${this.site}/forgot-password` },
      closing: this.closing('account is used from a new place'),
    });
  }

  private closing(when: string): string {
    return `You get this mail when your ${when}. Switch it off in your profile: ${this.site}/profile`;
  }
}

function trafficLine(mark: ReachedTrafficThreshold): string {
  const all = gigabytes(mark.limitBytes);
  if (mark.percent === 100)
    return `${proxyName(mark)} has used all of its ${all} and carries no more traffic.`;
  const left = gigabytes(mark.limitBytes - mark.usedBytes);
  return `${proxyName(mark)} has used ${mark.percent}% of its ${all}. About ${left} is left.`;
}
