import type { UsageBucketResponse } from './usageBucketResponse';
import type { CountryUsageResponse } from './countryUsageResponse';
import type { UsageInterval } from './usageInterval';
import type { ProtocolUsageResponse } from './protocolUsageResponse';
import type { UsageTotalsResponse } from './usageTotalsResponse';

export interface UsageReportData {
  /** Oldest first; those without usage have zeros. */
  buckets: UsageBucketResponse[];
  /** The same sums by country, the most traffic first; countries without usage are left out. */
  countries: CountryUsageResponse[];
  /** When the first bucket begins. */
  from: string;
  interval: UsageInterval;
  /** The most connections that one proxy had open at once, at one gateway. */
  peak_connections: number;
  /**
   * When the traffic of the proxy will be used up at the rate of the last 24 hours, or else of the last 7 days; of several
proxies, the first that runs out. Null when none has a traffic limit and is in use.
   * @nullable
   */
  projected_end_at: string | null;
  /** The same sums by protocol, the most traffic first; protocols without usage are left out. */
  protocols: ProtocolUsageResponse[];
  /** When the last bucket ends. */
  to: string;
  /** Sums of the buckets. */
  totals: UsageTotalsResponse;
}
