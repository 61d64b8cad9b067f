import { IsInt, IsISO8601, Matches, Min, IsIn } from 'class-validator';
import { IfGiven, ToInteger } from '../../common/http/fields';
import {
  type UsageRange,
  USAGE_INTERVALS,
  type UsageInterval,
  type UsageRequest,
  type FailureCount,
  USAGE_PROTOCOLS,
  type UsageFigures,
  type UsageProtocol,
  type UsageReport,
} from './usage-reports.types';
import { ApiProperty } from '@nestjs/swagger';
import {
  PROXY_ERROR_HELP,
  PROXY_ERROR_REASONS,
  type ProxyErrorReason,
} from '../../common/gateway/proxy-errors';

/** A day, or a moment with its offset: without one it would depend on the server's zone. */
const DAY_OR_MOMENT = /^2\d{3}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
const UNUSABLE = {
  message: 'Enter a day such as 2026-03-31, or a time such as 2026-03-31T13:00:00Z',
};

export class UsageRangeQuery {
  /**
   * First day in Nigerian time, or a moment of ISO 8601 with its offset. It is moved back to the beginning of its hour,
   * day or month. @example 2026-03-01
   */
  @IfGiven()
  @Matches(DAY_OR_MOMENT, UNUSABLE)
  @IsISO8601({ strict: true }, UNUSABLE)
  from?: string;

  /** Last day, inclusive, or a moment, exclusive. Now when left out. @example 2026-03-31 */
  @IfGiven()
  @Matches(DAY_OR_MOMENT, UNUSABLE)
  @IsISO8601({ strict: true }, UNUSABLE)
  to?: string;

  /** Id of one of your proxies; all of them when left out. @example 17 */
  @IfGiven()
  @ToInteger()
  @IsInt()
  @Min(1)
  proxy_id?: number;
}

export const toUsageRange = (query: UsageRangeQuery): UsageRange => ({
  from: query.from,
  to: query.to,
  proxyId: query.proxy_id ?? null,
});

export class UsageReportQuery extends UsageRangeQuery {
  /**
   * Length of a bucket, `day` when left out. Without `from` the last 24 hours, 30 days or 12 months are returned.
   */
  @ApiProperty({ enum: USAGE_INTERVALS, enumName: 'UsageInterval', required: false })
  @IfGiven()
  @IsIn(USAGE_INTERVALS, { message: 'interval is hour, day or month.' })
  interval?: UsageInterval;
}

export const toUsageRequest = (query: UsageReportQuery): UsageRequest => ({
  ...toUsageRange(query),
  interval: query.interval ?? 'day',
});

export class UsageTotalsResponse {
  /** Bytes sent through the proxies. @example 1048576 */
  up: number;
  /** Bytes received through the proxies. @example 52428800 */
  down: number;
  /** HTTP requests and tunnels that were let in. @example 420 */
  requests: number;
  /** Refused requests and tunnels; those refused before they were let in are not in `requests`. @example 3 */
  failures: number;
}

export class UsageBucketResponse extends UsageTotalsResponse {
  /** When the hour, day or month begins. */
  from: Date;
  /** The most connections that one proxy had open at once, at one gateway. @example 12 */
  peak_connections: number;
}

export class ProtocolUsageResponse {
  /** `http`: forwarded requests; `connect`: tunnels, as for HTTPS; `socks5`: with its UDP; `unknown`: not counted by protocol then. */
  @ApiProperty({ enum: USAGE_PROTOCOLS, enumName: 'UsageProtocol' })
  protocol: UsageProtocol;
  /** Bytes sent through the proxies. @example 1048576 */
  up: number;
  /** Bytes received through the proxies. @example 52428800 */
  down: number;
  /** HTTP requests and tunnels that were let in. @example 420 */
  requests: number;
}

export class CountryUsageResponse extends UsageTotalsResponse {
  /** Country of the proxies as they were bought; `zz` is any. @example ng */
  country: string;
}

export class UsageReportData {
  @ApiProperty({ enum: USAGE_INTERVALS, enumName: 'UsageInterval' })
  interval: UsageInterval;
  /** When the first bucket begins. */
  from: Date;
  /** When the last bucket ends. */
  to: Date;
  /** Oldest first; those without usage have zeros. */
  buckets: UsageBucketResponse[];
  /** Sums of the buckets. */
  totals: UsageTotalsResponse;
  /** The same sums by country, the most traffic first; countries without usage are left out. */
  countries: CountryUsageResponse[];
  /** The same sums by protocol, the most traffic first; protocols without usage are left out. */
  protocols: ProtocolUsageResponse[];
  /** The most connections that one proxy had open at once, at one gateway. @example 12 */
  peak_connections: number;
  /**
   * When the traffic of the proxy will be used up at the rate of the last 24 hours, or else of the last 7 days; of several
   * proxies, the first that runs out. Null when none has a traffic limit and is in use.
   */
  projected_end_at: Date | null;
}

export class UsageFailureResponse {
  /** That of the header `X-Proxy-Error`. */
  @ApiProperty({ enum: PROXY_ERROR_REASONS, enumName: 'ProxyErrorReason' })
  reason: ProxyErrorReason;
  /** @example 12 */
  count: number;
  /** When it was saved last, within seconds. */
  last_at: Date;
  /** Name of the reason. @example Traffic used up */
  title: string;
  /** What it means. */
  cause: string;
  /** What to do about it. */
  how_to_fix: string;
}

/** Whole numbers up to 2^53, which is eight million gigabytes. */
const toTotals = ({ up, down, requests, failures }: UsageFigures): UsageTotalsResponse => ({
  up: Number(up),
  down: Number(down),
  requests,
  failures,
});

export const toUsageReport = (report: UsageReport): UsageReportData => ({
  interval: report.interval,
  from: report.from,
  to: report.until,
  buckets: report.buckets.map((bucket) => ({
    from: bucket.from,
    ...toTotals(bucket),
    peak_connections: bucket.peakConnections,
  })),
  totals: toTotals(report.totals),
  countries: report.countries.map((one) => ({ country: one.country, ...toTotals(one) })),
  protocols: report.protocols.map(({ protocol, up, down, requests }) => ({
    ...{ protocol, up: Number(up), down: Number(down), requests },
  })),
  peak_connections: report.totals.peakConnections,
  projected_end_at: report.projectedEndAt,
});

export const toUsageFailures = (failures: readonly FailureCount[]): UsageFailureResponse[] =>
  failures.map(({ reason, count, lastAt }) => {
    const { title, cause, howToFix } = PROXY_ERROR_HELP[reason];
    return { reason, count, last_at: lastAt, title, cause, how_to_fix: howToFix };
  });
