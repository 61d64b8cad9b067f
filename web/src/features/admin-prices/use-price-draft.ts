import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '@/api/api-error';
import { adminPreviewPrices } from '@/api/generated/admin-prices';
import { EMPTY_LIST, type PriceList, type Prices } from './prices';

const PREVIEW_DELAY_MS = 400;

function useDebounced<T>(value: T): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The edited list beside what it would cost customers, which the server calculates when editing pauses. */
export function usePriceDraft({
  in_force: inForce,
  preview: stored,
  latest_version: version,
}: Prices) {
  const [draft, setDraft] = useState<PriceList | null>(null);
  const list = draft ?? inForce?.prices ?? EMPTY_LIST;
  const settled = useDebounced(draft);
  const preview = useQuery({
    queryKey: ['adminPreviewPrices', version, settled],
    queryFn: ({ signal }) => adminPreviewPrices({ prices: settled! }, { signal }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    meta: { quiet: true },
  });
  const error = draft && (preview.error as ApiError | null);
  return {
    list,
    isDirty: draft !== null,
    change: (part: Partial<PriceList>): void => setDraft({ ...list, ...part }),
    load: setDraft,
    reset: (): void => setDraft(null),
    rows: (draft && preview.data?.data.rows) ?? stored,
    changes: draft === null ? [] : (preview.data?.data.changes ?? []),
    errors: error?.fieldErrors ?? {},
    /** Why the prices could not be calculated, other than for what was entered. */
    failure: error && error.status !== 422 ? error : null,
    retry: () => void preview.refetch(),
    isCalculating: draft !== null && (settled !== draft || preview.isFetching),
  };
}

export type PriceDraft = ReturnType<typeof usePriceDraft>;
