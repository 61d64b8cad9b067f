import { Injectable } from '@nestjs/common';
import { ProxyNotificationSourceRepository } from './proxy-notification-source.repository';
import type {
  AutoRenewalEvent,
  ExpiringProxy,
  ReachedTrafficThreshold,
  UpcomingExpiry,
} from '../proxy.types';

/** Source of notifications about proxies. What is taken is returned once, and requires an open unit of work. */
@Injectable()
export class ProxyNotificationSourceService {
  constructor(private readonly repository: ProxyNotificationSourceRepository) {}

  /** Active proxies that expire within 72 or 24 hours. `more`: call again. */
  async takeExpiring(limit: number): Promise<{ proxies: ExpiringProxy[]; more: boolean }> {
    const proxies = await this.repository.takeExpiring(limit);
    return { proxies, more: proxies.length === limit };
  }

  /** Which of the users had a proxy in service in a period. @param until exclusive. */
  async findOwnersWithin(
    userIds: readonly number[],
    from: Date,
    until: Date,
  ): Promise<ReadonlySet<number>> {
    return new Set(await this.repository.findOwnersWithin(userIds, from, until));
  }

  /** By user, the earliest first. @param count how many of each user are listed. */
  async findExpiringWithin(
    userIds: readonly number[],
    from: Date,
    until: Date,
    count: number,
  ): Promise<Map<number, UpcomingExpiry[]>> {
    const byUser = new Map<number, UpcomingExpiry[]>();
    for (const proxy of await this.repository.findExpiringWithin(userIds, from, until, count))
      byUser.set(proxy.userId, [...(byUser.get(proxy.userId) ?? []), proxy]);
    return byUser;
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
