import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import {
  exportUsage,
  useUsageFailures,
  useUsageReport,
  type usageFailures,
  type usageReport,
} from '@/api/generated/proxies';
import { isoDate } from '@/lib/date';
import { saveFile } from '@/lib/download';
import { useListSearch } from '@/lib/list-search';
import { selectUsage, usageSearch, type UsageSearch } from './usage-search';

export type UsageReport = Awaited<ReturnType<typeof usageReport>>['data'];
export type UsageBucket = UsageReport['buckets'][number];
export type UsageFailure = Awaited<ReturnType<typeof usageFailures>>['data'][number];

/** In both directions. */
export const countBytes = ({ down, up }: Pick<UsageBucket, 'down' | 'up'>): number => down + up;

const FAILED = 'Failed to download the usage';

/** The selection in the URL, and what the API has of it. */
export function useUsage() {
  const search = useListSearch<UsageSearch>(usageSearch);
  const selection = selectUsage(search.values);
  const { from, to, interval } = selection;
  const range = { from, to, proxy_id: search.values.proxy_id || undefined };
  const quiet = { query: { placeholderData: keepPreviousData, meta: { quiet: true } } };
  const report = useUsageReport({ ...range, interval }, quiet);
  const failures = useUsageFailures(range, quiet);
  const file = useMutation<void, ApiError>({
    mutationFn: async () =>
      saveFile(
        await exportUsage({ ...range, interval }),
        `usage-${from.slice(0, 10)}-${to ?? isoDate()}.csv`,
      ),
    meta: { fallback: FAILED, thrown: FAILED },
  });
  // Hosts are kept for 30 days, so a report by month has them all.
  const targetRange = interval === 'month' ? { proxy_id: range.proxy_id } : range;
  return { search, selection, report, failures, file, targetRange };
}
