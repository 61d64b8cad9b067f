import { Injectable } from '@nestjs/common';
import { ProxyNotificationSourceRepository } from './proxy-notification-source.repository';
import type { AutoRenewalEvent, ExpiringProxy, ReachedTrafficThreshold } from '../proxy.types';

/** Source of notifications about proxies. Each event is returned once. Requires an open unit of work. */
@Injectable()
export class ProxyNotificationSourceService {
  constructor(private readonly repository: ProxyNotificationSourceRepository) {}

  /** Active proxies that expire within 72 or 24 hours. `more`: call again. */
  async takeExpiring(limit: number): Promise<{ proxies: ExpiringProxy[]; more: boolean }> {
    const proxies = await this.repository.takeExpiring(limit);
    return { proxies, more: proxies.length === limit };
  }

  /** Outcomes of automatic renewals. `more`: call again. */
  async takeAutoRenewals(limit: number): Promise<{ events: AutoRenewalEvent[]; more: boolean }> {
    const events = await this.repository.takeAutoRenewals(limit);
    return { events, more: events.length === limit };
  }

  /** Active proxies that have used 80, 95 or 100 percent of their traffic. `more`: call again. */
  async takeTrafficThresholds(
    limit: number,
  ): Promise<{ marks: ReachedTrafficThreshold[]; more: boolean }> {
    const { marks, taken } = await this.repository.takeTrafficThresholds(limit);
    return { marks, more: taken === limit };
  }
}
