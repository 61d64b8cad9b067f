import { keepPreviousData } from '@tanstack/react-query';
import type { UserSort } from '@/api/generated/api.schemas';
import { useAdminExportUsers, useAdminListUsers } from '@/api/generated/admin-users';
import { toRangeParams } from '@/lib/range-search';
import { useListSearch } from '@/lib/list-search';
import { useExactTotal } from '@/lib/use-exact-total';
import { PER_PAGE, SORTS, userSearch, STATUSES, type User } from './user';
import { Button } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { useCan } from '@/api/use-can';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useOwnId } from '@/api/use-own-id';
import { ExportButton } from '@/components/list-page/export-button';
import { getRangeChips, RangeFilters } from '@/components/list-page/range-filters';
import { sortFilter, statusFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import type { DrawnIcon } from '@/components/ui/icon';
import type { ActionMode } from './user-actions';
import { toCompactUser, userColumns } from './user-columns';
import { canOpen } from './user-modal';
import { useUserModal } from './use-user-modal';
import { CardMoney } from '@/components/format/private-money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';

interface UserStatisticsProps {
  statistics:
    | {
        total: number;
        active: number;
        suspended: number;
        total_balance: string | null;
        is_estimate?: boolean;
      }
    | undefined;
  isFiltered: boolean;
  failed: boolean;
  /** Counts the users when their number is an estimate. */
  onCount: () => void;
  isCounting: boolean;
}

function UserStatistics({
  statistics,
  isFiltered,
  failed,
  onCount,
  isCounting,
}: UserStatisticsProps) {
  const canViewMoney = useCan()('money.read');
  const isEstimate = statistics?.is_estimate === true;
  const count = (value: number | undefined): ReactNode | undefined =>
    value === undefined ? undefined : isEstimate ? (
      <span aria-label={`About ${formatNumber(value)}`}>≈ {formatNumber(value)}</span>
    ) : (
      formatNumber(value)
    );
  return (
    <StatisticCards
      failed={failed}
      cards={[
        {
          label: isFiltered ? 'Filtered Users' : 'Total Users',
          value: count(statistics?.total),
        },
        { label: 'Active', value: count(statistics?.active) },
        { label: 'Suspended', value: count(statistics?.suspended) },
        {
          label: 'Total Balance',
          value:
            statistics &&
            (isEstimate && canViewMoney ? (
              <Button loading={isCounting} onClick={onCount}>
                Count exactly
              </Button>
            ) : (
              <CardMoney amount={statistics.total_balance} />
            )),
        },
      ]}
    />
  );
}

export function useUserList() {
  const search = useListSearch(userSearch);
  const { page, ...values } = search.values;
  const { sort, ...filters } = toRangeParams(values);
  const order = sort as UserSort | undefined;
  const { exactTotal, countExactly } = useExactTotal(filters);
  const query = useAdminListUsers(
    { page, per_page: PER_PAGE, ...filters, sort: order, exact_total: exactTotal },
    { query: { placeholderData: keepPreviousData, meta: { fallback: 'Failed to fetch users' } } },
  );
  const isFiltered = Object.keys(filters).length > 0;
  return { search, params: { ...filters, sort: order }, query, countExactly, isFiltered };
}

const USERS_ICON: DrawnIcon = {
  path: 'M7.5 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5c.5-2.8 2.7-4.2 5.5-4.2s5 1.4 5.5 4.2M13 4.3a3 3 0 0 1 0 5.5M15 12.8c1.7.6 2.7 1.9 3 3.7',
};

const UserDialog = lazy(() => import('./user-dialog'));

export default function UsersPage() {
  const can = useCan();
  const ownId = useOwnId();
  const { search, params, query, isFiltered, countExactly } = useUserList();
  const exporting = useAdminExportUsers({ mutation: { meta: { quiet: true } } });
  const range = { search, amount: can('money.read') ? 'Balance' : undefined };
  const [modal, dispatch] = useUserModal();
  const data = query.data?.data;
  const options = {
    can,
    ownId,
    onAction: (mode: ActionMode, { id }: User) => dispatch({ type: 'open', mode, id }),
  };
  return (
    <ListPage<User, typeof search.values>
      title="User Management"
      actions={
        <>
          {can('lists.export') && (
            <ExportButton
              name="users"
              isEmpty={data?.pagination.total === 0}
              fetch={(format) => exporting.mutateAsync({ data: { ...params, format } })}
            />
          )}
          {can('users.manage') && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => dispatch({ type: 'add' })}
            >
              Add User
            </Button>
          )}
        </>
      }
      summary={
        <UserStatistics
          statistics={data?.statistics}
          isFiltered={isFiltered}
          failed={query.isError && !data}
          onCount={countExactly}
          isCounting={query.isFetching}
        />
      }
      label="Users"
      search={search}
      searchLabel="Search users"
      searchPlaceholder="Search by name, email, phone or ID"
      filters={[statusFilter(STATUSES, 'All statuses'), sortFilter(SORTS)]}
      extraFilters={<RangeFilters {...range} />}
      extraChips={getRangeChips(range)}
      query={query}
      rows={data?.users}
      pagination={data?.pagination}
      pagerMode="steps"
      onCount={countExactly}
      columns={userColumns(options)}
      toCompact={toCompactUser(options)}
      skeletonRows={PER_PAGE}
      tableFrom="(min-width: 1100px)"
      empty={{
        icon: USERS_ICON,
        title: 'No users found.',
        hint: 'New accounts appear here.',
      }}
      emptyFiltered="No users found matching your search criteria."
      error={{ title: 'Failed to fetch users', message: ({ message }) => message }}
    >
      <Suspense>
        {modal && canOpen(modal.mode, can) && (
          <UserDialog
            key={`${modal.mode}-${modal.id}`}
            modal={modal}
            listed={data?.users.find(({ id }) => id === modal.id)}
            dispatch={dispatch}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
