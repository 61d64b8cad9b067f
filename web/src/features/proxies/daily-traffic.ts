import type { proxyUsage } from '@/api/generated/proxies';

export type DailyTraffic = Awaited<ReturnType<typeof proxyUsage>>['data'][number];

type Traffic = Pick<DailyTraffic, 'bytes_down' | 'bytes_up'>;

export const countBytes = ({ bytes_down, bytes_up }: Traffic): number => bytes_down + bytes_up;

export const sumBytes = (days: readonly Traffic[]): number =>
  days.reduce((sum, day) => sum + countBytes(day), 0);
