import { keepPreviousData } from '@tanstack/react-query';
import { useAdminAuditLogs } from '@/api/generated/admin-audit';
import { useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { useExactTotal } from '@/lib/use-exact-total';
import { auditSearch, PER_PAGE, type AuditLog } from './audit-log';

const all = <T extends string>(value: T): Exclude<T, 'all'> | undefined =>
  value === 'all' ? undefined : (value as Exclude<T, 'all'>);

type Values = ReturnType<typeof useListSearch<FilterValues>>['values'];
type FilterValues = {
  [K in keyof typeof auditSearch]: (typeof auditSearch)[K]['fallback'];
};

/** The filters as API parameters, for list and export. */
export const toFilterParams = (values: Values) => ({
  search: values.search || undefined,
  category: all(values.category),
  severity: all(values.severity),
  action: values.action || undefined,
  user_id: values.user_id ? Number(values.user_id) : undefined,
  start_date: values.start_date || undefined,
  end_date: values.end_date || undefined,
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
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return { search, filters, query, countExactly, isFiltered };
}

const useFindById = (id: number | null) =>
  useAdminAuditLogs(
    { search: `#${id}`, per_page: PER_PAGE },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.logs;

export const useSelectedLog = (rows: readonly AuditLog[] | undefined) =>
  useOpenRow('log', rows, useFindById);

export type AuditSearch = ReturnType<typeof useAuditList>['search'];
