import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { MAX_ID } from '../../common/http/request.pipes';
import { Clock } from '../../common/time/clock';
import { proxyNotFound } from '../proxies.errors';
import { listBuckets, toUsagePeriod, type UsagePeriod } from './usage-period';
import { projectEnd } from './usage-projection';
import { type UsageOwner, UsageReportsRepository } from './usage-reports.repository';
import type {
  CustomerTraffic,
  FailureCount,
  UsageRange,
  UsageReport,
  UsageRequest,
} from './usage-reports.types';
import { sum, toBuckets, toCountries, toProtocols } from './usage-sums';

/** What a customer's proxies have used, in the time zone of the shop. */
@Injectable()
export class UsageReportsService {
  constructor(
    private readonly clock: Clock,
    private readonly reports: UsageReportsRepository,
  ) {}

  /** @throws DomainError not_found; invalid when the period is empty or too long. */
  async getReport(actor: Actor, request: UsageRequest): Promise<UsageReport> {
    const { interval } = request;
    const now = this.clock.now();
    const period = toUsagePeriod(request, interval, now);
    const owner = await this.findOwner(actor, request);
    // Totals are added up from the same rows, so that they agree with the buckets while traffic goes on.
    const rows = await this.reports.sumByBucket(owner, period, interval);
    const totals = sum(rows);
    const quotas = await this.reports.findQuotas(owner, now);
    const ends = quotas.flatMap((quota) => projectEnd(quota, now)?.getTime() ?? []);
    return {
      interval,
      ...period,
      buckets: toBuckets(listBuckets(period, interval), rows),
      totals,
      countries: toCountries(rows),
      protocols: toProtocols(totals),
      projectedEndAt: ends.length > 0 ? new Date(ends.reduce((a, b) => Math.min(a, b))) : null,
    };
  }

  /** The last 30 days where the range does not say. @throws as `getReport`. */
  async getFailures(actor: Actor, range: UsageRange): Promise<FailureCount[]> {
    const period = toUsagePeriod(range, 'day', this.clock.now(), 'hour');
    return this.reports.countFailures(await this.findOwner(actor, range), period);
  }

  /**
   * Whose usage a range is about, and its period of whole days.
   * @throws as `getReport`.
   */
  async resolve(actor: Actor, range: UsageRange): Promise<UsagePeriod & { owner: UsageOwner }> {
    const period = toUsagePeriod(range, 'day', this.clock.now());
    return { ...period, owner: await this.findOwner(actor, range) };
  }

  /**
   * Traffic by user, the same as the totals of their reports; users without any are left out.
   * @param until exclusive, both whole hours. @param count how many of each user's proxies are listed.
   */
  getTrafficByUser(
    userIds: readonly number[],
    from: Date,
    until: Date,
    count: number,
  ): Promise<Map<number, CustomerTraffic>> {
    return this.reports.sumByUser(userIds, { from, until }, count);
  }

  private async findOwner({ userId }: Actor, { proxyId }: UsageRange): Promise<UsageOwner> {
    const owner = { userId, proxyId };
    if (proxyId !== null && (proxyId > MAX_ID || !(await this.reports.owns(owner))))
      throw proxyNotFound();
    return owner;
  }
}
