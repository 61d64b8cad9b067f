import { megabytesToGb } from '@/lib/number';
import { DATACENTER_PERIODS, type DatacenterPeriod } from '@/lib/proxy-options';
import type { Proxy } from '../proxy';

/** `renewal` moves the end, and adds the traffic of a package; `traffic` adds traffic only. */
export type ExtensionKind = 'renewal' | 'traffic';

/** A traffic package of a residential or mobile proxy, or a period of a datacenter proxy. */
export type Package = { gigabytes: number } | { duration_minutes: DatacenterPeriod };

export interface PackageOption {
  readonly value: number;
  readonly label: string;
  readonly choice: Package;
  /** By how much a renewal moves the end. */
  readonly days: number;
}

const DAY_MS = 86_400_000;
const MINUTES_PER_DAY = 24 * 60;
const MB_PER_GB = 1024;
/** The server renews a residential or mobile proxy this long after its end. */
const GRACE_DAYS = 30;

const addDays = (iso: string, days: number): Date =>
  new Date(new Date(iso).getTime() + days * DAY_MS);

/** The last day to renew an expired proxy; null when it has not expired, or cannot be renewed. */
export const getRenewableUntil = (proxy: Proxy): string | null =>
  proxy.is_expired && proxy.can_renew ? addDays(proxy.expires_at, GRACE_DAYS).toISOString() : null;

export const canAddTraffic = (proxy: Proxy): boolean =>
  proxy.status === 'active' && !proxy.is_expired && proxy.pool_data !== null;

/** The end after a renewal: the period counts from now when the proxy has expired. */
export function getNewEnd(proxy: Proxy, days: number, now = Date.now()): string {
  const end = Math.max(new Date(proxy.expires_at).getTime(), now);
  return new Date(end + days * DAY_MS).toISOString();
}

/** Gigabytes that can be used after the extension, as text; null without a limit. */
export function getTrafficAfter({ pool_data }: Proxy, choice: Package): string | null {
  if (!pool_data || !('gigabytes' in choice)) return null;
  const left = Math.max(0, pool_data.limit_mb - pool_data.used_mb);
  return megabytesToGb(left + choice.gigabytes * MB_PER_GB);
}

export const PERIOD_OPTIONS: readonly PackageOption[] = DATACENTER_PERIODS.map(
  ({ value, label }) => ({
    value,
    label,
    choice: { duration_minutes: value },
    days: value / MINUTES_PER_DAY,
  }),
);

/** What a proxy is renewed with, else what it was bought with. */
export const getBoughtPackage = ({ auto_renew, package_gb, period_minutes }: Proxy): Package =>
  package_gb === null
    ? {
        duration_minutes: (auto_renew.duration_minutes ??
          period_minutes ??
          DATACENTER_PERIODS[0]!.value) as DatacenterPeriod,
      }
    : { gigabytes: auto_renew.gigabytes ?? package_gb };

/** In the unit of the options: gigabytes, or minutes. */
export function getBoughtSize(proxy: Proxy): number {
  const bought = getBoughtPackage(proxy);
  return 'gigabytes' in bought ? bought.gigabytes : bought.duration_minutes;
}

export const toPackageOptions = (
  packages: readonly { traffic: string; validity_days: number }[],
  kind: ExtensionKind,
): PackageOption[] =>
  packages.map(({ traffic, validity_days: days }) => ({
    value: Number(traffic),
    label: kind === 'renewal' ? `${traffic} GB for ${days} days` : `${traffic} GB`,
    choice: { gigabytes: Number(traffic) },
    days,
  }));
