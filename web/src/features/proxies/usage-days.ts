import type { proxyUsage } from '@/api/generated/hooks/proxies/proxies';

export type UsageDay = Awaited<ReturnType<typeof proxyUsage>>['data'][number];

type Traffic = Pick<UsageDay, 'bytes_down' | 'bytes_up'>;

export const bytesOf = ({ bytes_down, bytes_up }: Traffic): number => bytes_down + bytes_up;

export const totalOf = (days: readonly Traffic[]): number =>
  days.reduce((sum, day) => sum + bytesOf(day), 0);

export interface UsageBar {
  x: number;
  height: number;
  bytes: number;
}

/** Bars side by side, the busiest day as high as the chart; any traffic at all can be seen. */
export function usageBars(
  days: readonly Traffic[],
  { step, height }: { step: number; height: number },
): UsageBar[] {
  const most = Math.max(0, ...days.map(bytesOf));
  return days.map((day, index) => {
    const bytes = bytesOf(day);
    return { x: index * step, height: bytes > 0 ? Math.max(1, (bytes / most) * height) : 0, bytes };
  });
}
