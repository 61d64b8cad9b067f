import { keepPreviousData } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Correction } from '@/api/correction-subject';
import { listFailure } from '@/api/failures';
import { useListWalletCorrections } from '@/api/generated/admin-wallet-corrections';
import type { ListFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { toListParams, useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { capitalise } from '@/lib/text';
import { approvalSearch, STATUSES } from './approval';
import { approvalColumns, toCompactApproval } from './approval-columns';

const PER_PAGE = 15;

const STATUS_FILTER: ListFilter = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'proposed', label: 'Awaiting approval' },
    ...STATUSES.filter((status) => status !== 'proposed').map((status) => ({
      value: status,
      label: capitalise(status),
    })),
    { value: 'all', label: 'All' },
  ],
  allValue: 'proposed',
};

const useById = (id: number | null) =>
  useListWalletCorrections(
    { search: `#${id}`, per_page: 100 },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.corrections;

const ApprovalDialog = lazy(() => import('./approval-dialog'));

/** Everything that waits for a second admin, and what was decided. */
export default function ApprovalsPage() {
  const search = useListSearch(approvalSearch);
  const query = useListWalletCorrections(
    { ...toListParams(search.values), per_page: PER_PAGE },
    { query: { meta: { quiet: true }, placeholderData: keepPreviousData } },
  );
  const data = query.data?.data;
  const { row: opened, open, close } = useOpenRow('approval', data?.corrections, useById);
  const onOpen = ({ id }: Correction) => open(id);
  return (
    <ListPage<Correction, typeof search.values>
      title="Approvals"
      refreshable
      label="Approvals"
      search={search}
      searchLabel="Search approvals"
      searchPlaceholder="Search by number, customer or admin"
      filters={[STATUS_FILTER]}
      query={query}
      rows={data?.corrections}
      pagination={data?.pagination}
      columns={approvalColumns(onOpen)}
      toCompact={toCompactApproval(onOpen)}
      skeletonRows={5}
      tableFrom="(min-width: 1180px)"
      empty={{
        icon: 'check',
        title: 'Nothing waits for approval.',
        hint: 'Movements of money above the limits in Settings, new admins and higher limits wait here for a second admin.',
      }}
      emptyFiltered="No proposals found matching your search criteria."
      error={listFailure('Failed to load the approvals')}
    >
      <Suspense>
        {opened && <ApprovalDialog key={opened.id} correction={opened} onClose={close} />}
      </Suspense>
    </ListPage>
  );
}
