import { formatDays } from '@/lib/text';
import { useSiteConfig } from './site-config';

/** By what customers refund what is unused themselves; null where they cannot. */
export function useRefundRule(): { period: string; percent: number } | null {
  const { refund_window_days: days = 0, refund_maximum_used_percent: percent = 0 } =
    useSiteConfig() ?? {};
  return days > 0 ? { period: formatDays(days), percent } : null;
}
