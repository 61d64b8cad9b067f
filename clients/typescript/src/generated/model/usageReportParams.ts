import type { UsageInterval } from './usageInterval';

export type UsageReportParams = {
/**
 * First day in Nigerian time, or a moment of ISO 8601 with its offset. It is moved back to the beginning of its hour,
day or month.
 */
from?: string;
/**
 * Length of a bucket, `day` when left out. Without `from` the last 24 hours, 30 days or 12 months are returned.
 */
interval?: UsageInterval;
/**
 * Id of one of your proxies; all of them when left out.
 * @minimum 1
 */
proxy_id?: number;
/**
 * Last day, inclusive, or a moment, exclusive. Now when left out.
 */
to?: string;
};
