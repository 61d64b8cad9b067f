import { useEffect } from 'react';
import type { PageInfo } from '@/lib/pager';
import type { ListSearchState } from './list-section';

/**
 * Opens the last page in place of one beyond it, as in an old link or after the last row of a page
 * is gone, without a history entry.
 * @param isPlaceholder whether `pagination` belongs to the page before.
 * @returns whether `pagination` is of a page beyond the last one; its lack of rows means nothing.
 */
export function useLastPage<V extends { page: number }>(
  pagination: PageInfo | undefined,
  isPlaceholder: boolean,
  set: ListSearchState<V>['set'],
): boolean {
  const last = Math.max(1, pagination?.last_page ?? 1);
  const isBeyond = pagination !== undefined && pagination.current_page > last;
  useEffect(() => {
    if (isBeyond && !isPlaceholder) set({ page: last } as Partial<V>, true);
  }, [isBeyond, isPlaceholder, last, set]);
  return isBeyond;
}
