import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { MAX_ID } from '../../common/http/parse-id.pipe';
import { Clock } from '../../common/time/clock';
import { proxyNotFound } from '../proxies.errors';
import { listBuckets, toUsagePeriod, type UsagePeriod } from './usage-period';
import { projectEnd } from './usage-projection';
import { type UsageOwner, UsageReportsRepository, type UsageRow } from './usage-reports.repository';
import type {
  CountryUsage,
  CustomerTraffic,
  FailureCount,
  UsageBucket,
  UsageFigures,
  UsageRange,
  UsageReport,
  UsageRequest,
} from './usage-reports.types';

const NONE: UsageFigures = { up: 0n, down: 0n, requests: 0, failures: 0 };

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
    const quotas = await this.reports.findQuotas(owner, now);
    const ends = quotas.flatMap((quota) => projectEnd(quota, now)?.getTime() ?? []);
    return {
      interval,
      ...period,
      buckets: toBuckets(listBuckets(period, interval), rows),
      totals: rows.reduce(add, NONE),
      countries: toCountries(rows),
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

const add = (a: UsageFigures, b: UsageFigures): UsageFigures => ({
  up: a.up + b.up,
  down: a.down + b.down,
  requests: a.requests + b.requests,
  failures: a.failures + b.failures,
});

function toBuckets(starts: readonly Date[], rows: readonly UsageRow[]): UsageBucket[] {
  const sums = sumBy(rows, ({ from }) => from.getTime());
  return starts.map((from) => ({ from, ...(sums.get(from.getTime()) ?? NONE) }));
}

function toCountries(rows: readonly UsageRow[]): CountryUsage[] {
  const sums = sumBy(rows, ({ country }) => country);
  return [...sums]
    .map(([country, figures]) => ({ country, ...figures }))
    .sort((a, b) => Number(b.up + b.down - a.up - a.down) || b.failures - a.failures);
}

function sumBy<K>(rows: readonly UsageRow[], toKey: (row: UsageRow) => K): Map<K, UsageFigures> {
  const sums = new Map<K, UsageFigures>();
  for (const row of rows) sums.set(toKey(row), add(sums.get(toKey(row)) ?? NONE, row));
  return sums;
}
