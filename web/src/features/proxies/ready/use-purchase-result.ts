import { useQueries } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { getListProxiesQueryOptions } from '@/api/generated/proxies';
import type { Proxy } from '../proxy';

const PER_PAGE = 100;

/** The proxies just purchased, from the router state set by the order form. Credentials are not in it. */
export function usePurchasedIds(): readonly number[] {
  const state = useLocation().state as { purchasedIds?: readonly number[] } | null;
  return Array.isArray(state?.purchasedIds) ? state.purchasedIds : [];
}

/** The purchased proxies, which are the newest of the account; undefined while they load. */
export function usePurchasedProxies(ids: readonly number[]): Proxy[] | undefined {
  const pages = Array.from({ length: Math.ceil(ids.length / PER_PAGE) }, (_, index) => index + 1);
  const answers = useQueries({
    queries: pages.map((page) =>
      getListProxiesQueryOptions(
        { page, per_page: PER_PAGE },
        { query: { meta: { quiet: true } } },
      ),
    ),
  });
  if (answers.some(({ data }) => !data)) return undefined;
  return answers
    .flatMap(({ data }) => data?.data.proxies ?? [])
    .filter(({ id }) => ids.includes(id));
}
