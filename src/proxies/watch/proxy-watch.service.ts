import { Injectable } from '@nestjs/common';
import { ProxyWatchRepository } from './proxy-watch.repository';
import type { EndingProxy, TrafficMark } from '../proxy.types';

/** Lets the platform see what owners should hear of. Everything is handed out once; needs an open unit of work. */
@Injectable()
export class ProxyWatchService {
  constructor(private readonly repository: ProxyWatchRepository) {}

  /** Running proxies that came within 72 and within 24 hours of their end. `more`: ask again. */
  async takeEnding(limit: number): Promise<{ proxies: EndingProxy[]; more: boolean }> {
    const proxies = await this.repository.takeEnding(limit);
    return { proxies, more: proxies.length === limit };
  }

  /** 80, 95 and 100 percent of their traffic, as running proxies reached them. `more`: ask again. */
  async takeTrafficMarks(limit: number): Promise<{ marks: TrafficMark[]; more: boolean }> {
    const { marks, taken } = await this.repository.takeTrafficMarks(limit);
    return { marks, more: taken === limit };
  }
}
