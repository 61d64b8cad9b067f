import { Injectable } from '@nestjs/common';
import { ProxyNotificationSourceRepository } from './proxy-notification-source.repository';
import type { ExpiringProxy, ReachedTrafficThreshold } from '../proxy.types';

/** Lets the platform see what owners should hear of. Everything is handed out once; needs an open unit of work. */
@Injectable()
export class ProxyNotificationSourceService {
  constructor(private readonly repository: ProxyNotificationSourceRepository) {}

  /** Running proxies that came within 72 and within 24 hours of their end. `more`: ask again. */
  async takeExpiring(limit: number): Promise<{ proxies: ExpiringProxy[]; more: boolean }> {
    const proxies = await this.repository.takeExpiring(limit);
    return { proxies, more: proxies.length === limit };
  }

  /** 80, 95 and 100 percent of their traffic, as running proxies reached them. `more`: ask again. */
  async takeTrafficThresholds(
    limit: number,
  ): Promise<{ marks: ReachedTrafficThreshold[]; more: boolean }> {
    const { marks, taken } = await this.repository.takeTrafficThresholds(limit);
    return { marks, more: taken === limit };
  }
}
