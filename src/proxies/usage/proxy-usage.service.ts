import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/zone';
import { ProxyProvider } from '../ports/proxy-provider.port';
import { proxyNotFound } from '../proxies.errors';
import { ProxyRepository } from '../proxy.repository';
import type { DailyUsage } from '../proxy.types';

/** What went through a proxy, day by day. */
@Injectable()
export class ProxyUsageService {
  constructor(
    private readonly clock: Clock,
    private readonly proxies: ProxyRepository,
    private readonly provider: ProxyProvider,
  ) {}

  /**
   * One entry for each of the last `days` days of the shop's zone, oldest first, today last.
   * @throws DomainError not_found.
   */
  async daily(actor: Actor, proxyId: number, days: number): Promise<DailyUsage[]> {
    const row = await this.proxies.findOwned(actor.userId, proxyId);
    if (!row) throw proxyNotFound();
    const today = startOfDay(dayOf(this.clock.now())).getTime();
    const starts = Array.from({ length: days }, (_, ago) => new Date(today - ago * DAY)).reverse();
    const used = await this.provider.usageByDay(row.apiId, starts[0]!);
    const byDate = new Map(used.map((day) => [day.date, day]));
    return starts.map((start) => {
      const date = dayOf(start);
      return byDate.get(date) ?? { date, bytesUp: 0n, bytesDown: 0n, requests: 0 };
    });
  }
}
