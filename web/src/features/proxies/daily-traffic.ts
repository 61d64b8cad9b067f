import type { proxyUsage } from '@/api/generated/hooks/proxies/proxies';

export type DailyTraffic = Awaited<ReturnType<typeof proxyUsage>>['data'][number];

type Traffic = Pick<DailyTraffic, 'bytes_down' | 'bytes_up'>;

export const countBytes = ({ bytes_down, bytes_up }: Traffic): number => bytes_down + bytes_up;

export const sumBytes = (days: readonly Traffic[]): number =>
  days.reduce((sum, day) => sum + countBytes(day), 0);

export interface ChartBar {
  x: number;
  height: number;
  bytes: number;
}

/** Bars relative to the busiest day; any traffic has a visible bar. */
export function toChartBars(
  days: readonly Traffic[],
  { step, height }: { step: number; height: number },
): ChartBar[] {
  const most = Math.max(0, ...days.map(countBytes));
  return days.map((day, index) => {
    const bytes = countBytes(day);
    return { x: index * step, height: bytes > 0 ? Math.max(1, (bytes / most) * height) : 0, bytes };
  });
}
