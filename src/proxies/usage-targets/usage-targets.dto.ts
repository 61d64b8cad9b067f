import { IsBoolean } from 'class-validator';
import { KEPT_DAYS, type TargetReport, type TargetUsage } from './usage-targets.types';

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

const toTarget = ({ host, up, down, requests }: TargetUsage): UsageTargetResponse => ({
  host: host === '' ? null : host,
  up: Number(up),
  down: Number(down),
  requests,
});

export const toUsageTargets = (report: TargetReport): UsageTargetsData => ({
  enabled: report.isEnabled,
  kept_days: KEPT_DAYS,
  from: report.from,
  to: report.until,
  targets: report.targets.map(toTarget),
});
