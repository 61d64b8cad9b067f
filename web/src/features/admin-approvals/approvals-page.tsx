import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Correction } from '@/api/correction-subject';
import { listFailure } from '@/api/failures';
import { useListWalletCorrections } from '@/api/generated/admin-wallet-corrections';
import { useCan } from '@/api/use-can';
import type { ListFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { adminPaths } from '@/lib/admin-paths';
import { toListParams, useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { capitalise } from '@/lib/text';
import { approvalSearch, STATUSES } from './approval';
import { approvalColumns, toCompactApproval } from './approval-columns';

const PER_PAGE = 15;
const DELAY_SETTING = `${adminPaths.settings}?tab=payment`;

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

/** How proposals are carried out in a shop with one admin. */
const SoleAdminNote = ({ hours }: { hours: number }) => (
  <Alert
    type="info"
    role="note"
    showIcon
    style={{ marginBottom: 16 }}
    title="There is no second admin"
    description={
      <>
        What you propose is carried out {hours === 1 ? 'an hour' : `${hours} hours`} later unless it
        is withdrawn. You and the support address get an email at once, with a link that stops it.
        New admins and higher limits hold at once. <Link to={DELAY_SETTING}>Change the delay</Link>{' '}
        or <Link to={adminPaths.users}>make somebody else an admin</Link>, who can approve 24 hours
        later.
      </>
    }
  />
);

const ApprovalDialog = lazy(() => import('./approval-dialog'));
const CompensateDialog = lazy(() => import('./compensate-dialog'));

/** Everything that waits for a second admin, and what was decided. */
export default function ApprovalsPage() {
  const canMoveMoney = useCan()('wallets.manage');
  const [isCompensating, setCompensating] = useState(false);
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
      actionsBelow
      actions={
        canMoveMoney && (
          <Button aria-haspopup="dialog" onClick={() => setCompensating(true)}>
            Compensate customers
          </Button>
        )
      }
      summary={
        data &&
        data.sole_admin_delay_hours !== null && (
          <SoleAdminNote hours={data.sole_admin_delay_hours} />
        )
      }
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
        {isCompensating && <CompensateDialog onClose={() => setCompensating(false)} />}
        {opened && <ApprovalDialog key={opened.id} correction={opened} onClose={close} />}
      </Suspense>
    </ListPage>
  );
}
