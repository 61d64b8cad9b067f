import { IsInt, IsOptional, Max, Min, IsISO8601, Matches, IsIn, IsBoolean } from 'class-validator';
import { ToInteger, IfGiven } from '../../common/http/fields';
import { CONNECTION_PROTOCOLS } from '../../common/gateway/gateway-messages';
import { USAGE_INTERVALS, type UsageInterval } from './usage-period';
import { ApiProperty } from '@nestjs/swagger';
import { PROXY_ERROR_REASONS, type ProxyErrorReason } from '../../common/gateway/proxy-errors';

export class ProxyUsageQuery {
  /** Number of days, 1 to 90, including today. Defaults to 30. @example 30 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(90)
  days?: number;
}

export class ProxyUsageDayResponse {
  /** Day in Nigerian time, `YYYY-MM-DD`. @example 2026-03-31 */
  date: string;
  /** Bytes sent through the proxy. @example 1048576 */
  bytes_up: number;
  /** Bytes received through the proxy. @example 52428800 */
  bytes_down: number;
  /** HTTP requests and tunnels. @example 420 */
  requests: number;
}

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

export class UsageReportQuery extends UsageRangeQuery {
  /**
   * Length of a bucket, `day` when left out. Without `from` the last 24 hours, 30 days or 12 months are returned.
   */
  @ApiProperty({ enum: USAGE_INTERVALS, enumName: 'UsageInterval', required: false })
  @IfGiven()
  @IsIn(USAGE_INTERVALS, { message: 'interval is hour, day or month.' })
  interval?: UsageInterval;
}

/** `unknown`: of hours before protocols were counted. */
export const USAGE_PROTOCOLS = [...CONNECTION_PROTOCOLS, 'unknown'] as const;
export type UsageProtocol = (typeof USAGE_PROTOCOLS)[number];

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

export class ChooseUsageTargetsDto {
  /** Whether the hosts that your proxies reach are counted. @example true */
  @IsBoolean({ message: 'enabled is true or false.' })
  enabled: boolean;
}

export class UsageTargetResponse {
  /** Name or address without a port; null: hosts that are not listed. `udp`: datagrams over SOCKS5. @example example.com */
  host: string | null;
  /** Bytes sent. @example 1048576 */
  up: number;
  /** Bytes received. @example 52428800 */
  down: number;
  /** HTTP requests and tunnels. @example 420 */
  requests: number;
}

export class UsageTargetsData {
  /** Whether hosts are counted now. @example true */
  enabled: boolean;
  /** Days until they are deleted. @example 30 */
  kept_days: number;
  from: Date;
  to: Date;
  /** The most traffic first, at most 100; the rest is one row. */
  targets: UsageTargetResponse[];
}
