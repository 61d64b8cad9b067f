import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { proxyNotFound } from '../proxies.errors';
import { ProxyRepository } from '../proxy.repository';
import type { DailyUsage, MonthlyTraffic } from '../proxy.types';
import { ProxyUsageRepository } from './proxy-usage.repository';

/** Traffic per day of one proxy and per month of one customer, in the time zone of the shop. */
@Injectable()
export class ProxyUsageService {
  constructor(
    private readonly clock: Clock,
    private readonly proxies: ProxyRepository,
    private readonly usage: ProxyUsageRepository,
  ) {}

  /**
   * One entry for each of the last `days` days, oldest first, today last.
   * @throws DomainError not_found.
   */
  async getDailyUsage(actor: Actor, proxyId: number, days: number): Promise<DailyUsage[]> {
    if (!(await this.proxies.findOwned(actor.userId, proxyId))) throw proxyNotFound();
    const today = startOfDay(dayOf(this.clock.now())).getTime();
    const starts = Array.from({ length: days }, (_, ago) => new Date(today - ago * DAY)).reverse();
    const used = await this.usage.sumByDay(proxyId, starts[0]!);
    const byDate = new Map(used.map((day) => [day.date, day]));
    return starts.map((start) => {
      const date = dayOf(start);
      return byDate.get(date) ?? { date, bytesUp: 0n, bytesDown: 0n, requests: 0 };
    });
  }

  /** Used and bought traffic of each month, in the order given. @param months `YYYY-MM`, oldest first. */
  async getMonthlyTraffic(userId: number, months: string[]): Promise<MonthlyTraffic[]> {
    const from = startOfDay(`${months[0]}-01`);
    const [limits, used] = await Promise.all([
      this.usage.sumLimitsByMonth(userId, months),
      this.usage.sumByMonth(userId, from),
    ]);
    return months.map((month) => ({
      month,
      usedBytes: used.get(month) ?? 0n,
      limitBytes: limits.get(month) ?? 0n,
    }));
  }
}
