import type { SubUserResponse } from '@/api/generated/api.schemas';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import { toEndpoint } from '../connection';
import type { Proxy } from '../proxy';

export type SubUser = SubUserResponse;

const GIGABYTE = 1024 ** 3;

/** `host:port:user:pass`, with the protocol of the proxy. */
export function toConnectionLine(proxy: Proxy, { username, password }: SubUser): string {
  const { host, port } = toEndpoint(proxy, proxy.protocol);
  return `${host}:${port}:${username}:${password}`;
}

/** One period of a sub-user: what was used, of what, and how much of it. */
export interface Allowance {
  name: 'Today' | 'This month';
  text: string;
  /** Null without a limit. */
  percent: number | null;
}

const toAllowance = (name: Allowance['name'], used: number, limit: number | null): Allowance => ({
  name,
  text: limit === null ? formatBytes(used) : `${formatBytes(used)} of ${formatNumber(limit)} GB`,
  percent: limit === null ? null : Math.min(100, (used / (limit * GIGABYTE)) * 100),
});

export const getAllowances = (subUser: SubUser): Allowance[] => [
  toAllowance('Today', subUser.used_today, subUser.daily_limit_gb),
  toAllowance('This month', subUser.used_this_month, subUser.monthly_limit_gb),
];

/** Whether a limit lets nothing more pass until it starts again. */
export const hasReachedLimit = (subUser: SubUser): boolean =>
  getAllowances(subUser).some(({ percent }) => percent === 100);
