import { type adminListCoverage, useAdminListCoverage } from '@/api/generated/admin-supply';
import { ExitKind } from '@/api/generated/api.schemas';
import { typeFilter, type ListFilter } from '@/components/list-page/list-filters';
import { choiceField, pageField, textField, toListParams, useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { keepPreviousData } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useCan } from '@/api/use-can';
import { Country } from '@/components/format/country';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { adminNetworkPath, adminPaths } from '@/lib/admin-paths';
import { capitalise } from '@/lib/text';
import { listFailure } from '@/api/failures';

type ApiRow = Awaited<ReturnType<typeof adminListCoverage>>['data']['coverage'][number];
/** Lists need a number as the id of a row. */
export type CoverageRow = ApiRow & { id: number };

const ALL = 'all';
const KINDS = [ExitKind.datacenter, ExitKind.residential, ExitKind.mobile];
export const COVERAGE_PER_PAGE = 25;

export const coverageSearch = {
  page: pageField,
  search: textField(),
  kind: choiceField<ExitKind | typeof ALL>([ALL, ...KINDS], ALL),
};

export const COVERAGE_FILTERS: readonly ListFilter[] = [
  { ...typeFilter(KINDS, 'All types'), name: 'kind' },
];

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

const FAILED = 'Failed to load what is on sale';

const SaleBadge = ({ row }: { row: CoverageRow }) =>
  isOnSale(row) ? (
    <StatusBadge status="active" word="On sale" />
  ) : (
    <StatusBadge status="failed" word="Not served" />
  );

function Networks({
  networks,
  canManage,
}: {
  networks: CoverageRow['networks'];
  canManage: boolean;
}) {
  if (networks.length === 0) return 'None';
  return networks.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      {canManage ? <Link to={adminNetworkPath(id)}>{name}</Link> : name}
    </Fragment>
  ));
}

const getColumns = (canManage: boolean): Column<CoverageRow>[] => [
  {
    title: 'Country',
    card: 'title',
    render: ({ country, country_name: name }) => <Country code={country} name={name} />,
  },
  { title: 'Type', render: ({ kind }) => capitalise(kind) },
  { title: 'Own exits', render: describeExits },
  {
    title: 'Networks',
    grow: 1,
    render: ({ networks }) => <Networks networks={networks} canManage={canManage} />,
  },
  { title: 'Status', render: (row) => <SaleBadge row={row} /> },
];

/** A row in two lines, for phones. */
const toCompact = (row: CoverageRow): CompactRow => ({
  name: `${row.country_name}, ${row.kind}`,
  title: <Country code={row.country} name={row.country_name} />,
  lead: <SaleBadge row={row} />,
  details: [
    capitalise(row.kind),
    row.exits + row.not_served > 0 && `Exits: ${describeExits(row)}`,
    row.networks.map(({ name }) => name).join(', '),
  ],
  actions: [],
});

/** What customers can buy where, and through what it is carried. */
export default function CoveragePage() {
  const canManage = useCan()('supply.manage');
  const search = useListSearch(coverageSearch);
  const query = useAdminListCoverage(
    { ...toListParams(search.values), per_page: COVERAGE_PER_PAGE },
    { query: { placeholderData: keepPreviousData, meta: { quiet: true } } },
  );
  const data = query.data?.data;
  const rows = useMemo(() => data && toCoverageRows(data.coverage), [data]);
  return (
    <ListPage<CoverageRow, typeof search.values>
      title="On Sale"
      actionsBelow
      refreshable
      label="On sale"
      search={search}
      searchLabel="Search countries"
      searchPlaceholder="Search by country or code"
      filters={COVERAGE_FILTERS}
      query={query}
      rows={rows}
      pagination={data?.pagination}
      columns={getColumns(canManage)}
      toCompact={toCompact}
      skeletonRows={COVERAGE_PER_PAGE}
      empty={{
        icon: 'globe',
        title: 'Nothing is on sale',
        hint: 'Connect an account at a provider, or add exits of your own. Their countries appear here.',
        action: canManage && (
          <LinkButton type="primary" to={adminPaths.network}>
            Connect a provider
          </LinkButton>
        ),
      }}
      emptyFiltered="Nothing is on sale that matches your search criteria."
      error={listFailure(FAILED)}
    />
  );
}
