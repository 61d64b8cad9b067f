import type { adminListCoverage } from '@/api/generated/admin-supply';
import { type AdminListCoverageParams, ExitKind } from '@/api/generated/api.schemas';
import { typeFilter, type ListFilter } from '@/components/list-page/list-filters';
import { choiceField, pageField, textField } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';

type ApiRow = Awaited<ReturnType<typeof adminListCoverage>>['data']['coverage'][number];
/** Lists need a number as the id of a row. */
export type CoverageRow = ApiRow & { id: number };

const ALL = 'all';
const KINDS = [ExitKind.datacenter, ExitKind.residential, ExitKind.mobile];
export const COVERAGE_PER_PAGE = 25;

interface CoverageSearch {
  page: number;
  search: string;
  kind: ExitKind | typeof ALL;
}

export const coverageSearch = {
  page: pageField,
  search: textField(),
  kind: choiceField<CoverageSearch['kind']>([ALL, ...KINDS], ALL),
};

export const COVERAGE_FILTERS: readonly ListFilter[] = [
  { ...typeFilter(KINDS, 'All types'), name: 'kind' },
];

export const toCoverageParams = ({
  page,
  search,
  kind,
}: CoverageSearch): AdminListCoverageParams => ({
  page,
  per_page: COVERAGE_PER_PAGE,
  search: search || undefined,
  kind: kind === ALL ? undefined : kind,
});

export const toCoverageRows = (rows: readonly ApiRow[]): CoverageRow[] =>
  rows.map((row, id) => ({ ...row, id }));

/** 3 exits, 2 of them not served. */
export function describeExits({ exits, not_served: missing }: ApiRow): string {
  if (exits + missing === 0) return 'None';
  return missing > 0
    ? `${formatNumber(exits)}, ${formatNumber(missing)} more not served`
    : formatNumber(exits);
}

export const isOnSale = ({ exits, networks }: ApiRow): boolean => exits > 0 || networks.length > 0;
