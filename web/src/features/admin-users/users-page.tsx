import { lazy, Suspense } from 'react';
import { useIsAdmin } from '@/api/use-is-admin';
import { ChoiceFilter } from '@/components/data-list/choice-filter';
import { DataList } from '@/components/data-list/data-list';
import { SearchBox } from '@/components/data-list/search-box';
import { FilterChips, Toolbar } from '@/components/data-list/toolbar';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { staffIcons } from '@/components/ui/staff-icons';
import { capitalise } from '@/lib/text';
import { PageSteps } from './page-steps';
import { useUserList } from './use-user-list';
import { useUserModal } from './use-user-modal';
import { PER_PAGE, STATUSES, type User } from './user';
import { userColumns } from './user-columns';
import { canOpen } from './user-modal';
import { UserStatistics } from './user-statistics';

const UserDialog = lazy(() => import('./user-dialog'));

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title="No users found matching your search criteria."
      action={<PlainButton onClick={onClear}>Clear filters</PlainButton>}
    />
  ) : (
    <EmptyState
      icon={staffIcons.users}
      title="No users found."
      hint="Whoever signs up stands here."
    />
  );
}

export default function UsersPage() {
  const isAdmin = useIsAdmin();
  const { search, query, isFiltered } = useUserList();
  const [modal, dispatch] = useUserModal();
  const { values, set, clear } = search;
  const data = query.data?.data;
  const chips = [
    ...(values.search
      ? [{ label: `“${values.search}”`, onRemove: () => set({ search: '' }) }]
      : []),
    ...(values.status !== 'all'
      ? [{ label: capitalise(values.status), onRemove: () => set({ status: 'all' }) }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title="User Management"
        actions={
          isAdmin && (
            <PlainButton look="primary" onClick={() => dispatch({ type: 'add' })}>
              <Icon name="plus" size={16} />
              Add User
            </PlainButton>
          )
        }
      />
      <UserStatistics
        statistics={data?.statistics}
        isFiltered={isFiltered}
        failed={query.isError && !data}
      />
      <Panel flush>
        <Toolbar key={search.clears}>
          <SearchBox
            label="Search users"
            placeholder="Search by name, email, phone or ID"
            value={values.search}
            onSearch={(text) => set({ search: text }, true)}
          />
          <ChoiceFilter
            label="Status"
            value={values.status}
            choices={STATUSES.map((value) => ({
              value,
              label: value === 'all' ? 'All statuses' : capitalise(value),
            }))}
            onChange={(status) => set({ status })}
          />
        </Toolbar>
        <FilterChips chips={chips} onClear={clear} />
        {query.isError ? (
          <ErrorState
            title="Failed to fetch users"
            message={query.error.message}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <DataList<User>
              label="Users"
              rows={data?.users}
              isPending={query.isPending}
              isStale={query.isPlaceholderData}
              columns={userColumns({
                isAdmin,
                onAction: (mode, { id }) => dispatch({ type: 'open', mode, id }),
              })}
              keyOf={({ id }) => id}
              skeletonRows={PER_PAGE}
              tableFrom="(min-width: 1100px)"
              empty={<Nothing isFiltered={isFiltered} onClear={clear} />}
            />
            {data && data.pagination.total > 0 && (
              <PageSteps
                info={data.pagination}
                asked={query.isPlaceholderData ? values.page : undefined}
                onPage={(page) => set({ page })}
              />
            )}
          </>
        )}
      </Panel>
      <Suspense>
        {modal && canOpen(modal.mode, isAdmin) && (
          <UserDialog
            key={`${modal.mode}-${modal.id}`}
            modal={modal}
            listed={data?.users.find(({ id }) => id === modal.id)}
            dispatch={dispatch}
          />
        )}
      </Suspense>
    </>
  );
}
