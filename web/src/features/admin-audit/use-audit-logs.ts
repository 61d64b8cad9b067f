import { keepPreviousData } from '@tanstack/react-query';
import { useAdminAuditLogs } from '@/api/generated/admin-audit';
import { toListParams, useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { useExactTotal } from '@/lib/use-exact-total';
import { auditSearch, PER_PAGE, type AuditLog } from './audit-log';

type FilterValues = {
  [K in keyof typeof auditSearch]: (typeof auditSearch)[K]['fallback'];
};

/** The filters as API parameters, for list and export. */
export const toFilterParams = ({ page: _, user_id: id, ...values }: FilterValues) => ({
  ...toListParams(values),
  user_id: id ? Number(id) : undefined,
});

export function useAuditList() {
  const search = useListSearch<FilterValues>(auditSearch);
  const filters = toFilterParams(search.values);
  const { exactTotal, countExactly } = useExactTotal(filters);
  const query = useAdminAuditLogs(
    { page: search.values.page, per_page: PER_PAGE, ...filters, exact_total: exactTotal },
    {
      query: {
        placeholderData: keepPreviousData,
        meta: { fallback: 'Failed to fetch audit logs', thrown: 'Failed to fetch audit logs' },
      },
    },
  );
  return { search, filters, query, countExactly };
}

const useFindById = (id: number | null) =>
  useAdminAuditLogs(
    { search: `#${id}`, per_page: PER_PAGE },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.logs;

export const useSelectedLog = (rows: readonly AuditLog[] | undefined) =>
  useOpenRow('log', rows, useFindById);

export type AuditSearch = ReturnType<typeof useAuditList>['search'];
