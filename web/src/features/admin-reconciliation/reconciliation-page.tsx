import { keepPreviousData } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useListReconciliations } from '@/api/generated/admin-payments';
import { RelativeTime } from '@/components/format/relative-time';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { ListPage } from '@/components/list-page/list-page';
import { useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { ComparisonHistory } from './comparison-history';
import { differenceColumns } from './difference-columns';
import {
  findDifferences,
  KIND_OPTIONS,
  reconciliationSearch,
  STATE_OPTIONS,
  type Difference,
  type Reconciliation,
} from './reconciliation';
import { listFailure } from '@/api/failures';

const PER_PAGE = 10;
const FILTERS = [
  { name: 'kind', label: 'Kind', options: KIND_OPTIONS, allValue: 'all' },
  { name: 'state', label: 'State', options: STATE_OPTIONS, allValue: 'all' },
];
const FAILED = 'Failed to load the reconciliation';
const meta = { quiet: true };

interface SummaryProps {
  latest: Reconciliation | undefined;
  isMissing: boolean;
}

/** Always there, so that nothing moves when the figures arrive. */
function Summary({ latest, isMissing }: SummaryProps) {
  return (
    <StatisticCards
      failed={isMissing}
      cards={[
        { label: 'Latest comparison', value: latest && <RelativeTime iso={latest.finished_at} /> },
        { label: 'Charges of the provider', value: latest && formatNumber(latest.listed) },
        { label: 'Our credits', value: latest && formatNumber(latest.credited) },
        { label: 'Differences', value: latest && formatNumber(latest.differences.length) },
      ]}
    />
  );
}

function IncompleteNote({ note }: { note: string | null }) {
  return (
    <Alert
      type="warning"
      role="note"
      showIcon
      style={{ marginTop: 16 }}
      title="The latest comparison is incomplete"
      description={`${note ?? 'The card provider did not answer everything'}. It is repeated within minutes, after longer failures every hour, and compares what was left out.`}
    />
  );
}

/** Where our card payments differ from the card provider's list. */
export default function ReconciliationPage() {
  const search = useListSearch(reconciliationSearch);
  const { page } = search.values;
  const query = useListReconciliations({ page: 1, per_page: PER_PAGE }, { query: { meta } });
  const history = useListReconciliations(
    { page, per_page: PER_PAGE },
    { query: { meta, placeholderData: keepPreviousData } },
  );
  const latest = query.data?.data.reconciliations[0];
  const isNeverCompared = query.isSuccess && !latest;
  return (
    <ListPage<Difference, typeof search.values>
      title="Reconciliation"
      refreshable
      summary={<Summary latest={latest} isMissing={isNeverCompared || query.isError} />}
      label="Differences"
      search={search}
      searchLabel="Search differences"
      searchPlaceholder="Search by reference"
      filters={FILTERS}
      query={query}
      rows={query.data && (latest ? findDifferences(latest, search.values) : [])}
      pagination={undefined}
      columns={differenceColumns}
      skeletonRows={3}
      tableFrom="(min-width: 1100px)"
      empty={
        isNeverCompared
          ? {
              icon: 'list',
              title: 'Not compared yet',
              hint: 'Once card payments are configured, they are compared with the provider’s list every hour.',
            }
          : {
              icon: 'check',
              title: 'No differences',
              hint: 'Our card payments agree with the card provider’s list.',
            }
      }
      emptyFiltered="No differences found matching your search criteria."
      error={listFailure(FAILED)}
    >
      {latest?.complete === false && <IncompleteNote note={latest.note} />}
      {latest && !query.isError && (
        <div style={{ marginTop: 16 }}>
          <ComparisonHistory
            runs={history.data?.data.reconciliations}
            pagination={history.data?.data.pagination}
            isStale={history.isPlaceholderData}
            perPage={PER_PAGE}
            onPage={(next) => search.set({ page: next })}
          />
        </div>
      )}
    </ListPage>
  );
}
