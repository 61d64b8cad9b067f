import { IsInt, IsISO8601, Matches, Min } from 'class-validator';
import { IfGiven, ToInteger } from '../../../common/http/fields';
import type { UsageRange } from '../usage-reports.types';

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
