import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ToInteger } from '../../common/http/fields';
import type { DailyUsage } from '../proxy.types';

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

export const toProxyUsage = (days: DailyUsage[]): ProxyUsageDayResponse[] =>
  days.map(({ date, bytesUp, bytesDown, requests }) => ({
    date,
    bytes_up: Number(bytesUp),
    bytes_down: Number(bytesDown),
    requests,
  }));
