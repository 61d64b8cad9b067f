import { keepPreviousData } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { outcome } from '@/api/outcome';
import { useAdminListExits, useAdminSellExits } from '@/api/generated/admin-supply';
import { GatewayStatus } from '@/api/generated/api.schemas';
import { useCan } from '@/api/use-can';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { ListPage } from '@/components/list-page/list-page';
import { toListParams, useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { getExitColumns, toCompactExit } from './exit-columns';
import { EXIT_FILTERS, EXITS_PER_PAGE, exitSearch, type Exit, type ExitsData } from './exits';
import { GatewayList } from './gateway-list';
import { useGateways } from './use-gateways';
import { listFailure } from '@/api/failures';

const ExitDialog = lazy(() => import('./exit-dialog'));
const MoveCustomersDialog = lazy(() => import('./move-customers-dialog'));

const FAILED = 'Failed to load the exits';

function ExitCounts({ data, isMissing }: { data: ExitsData | undefined; isMissing: boolean }) {
  const { gateways, isError } = useGateways();
  const live = gateways?.filter(({ status }) => status === GatewayStatus.live).length;
  const unsold = data?.counts.not_selling ?? 0;
  const show = (status: keyof ExitsData['counts']) => data && formatNumber(data.counts[status]);
  return (
    <StatisticCards
      failed={isMissing}
      cards={[
        {
          label: 'In service',
          value:
            data &&
            `${show('in_service')}${unsold > 0 ? `, ${formatNumber(unsold)} not sold` : ''}`,
        },
        { label: 'Not served', value: show('not_served') },
        { label: 'Disabled', value: show('disabled') },
        {
          label: 'Live gateways',
          value: isError
            ? '–'
            : gateways && `${formatNumber(live ?? 0)} of ${formatNumber(gateways.length)}`,
        },
      ]}
    />
  );
}

/** What is done with the chosen exits. */
function ChosenExits({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const sell = useAdminSellExits({
    mutation: outcome('The exits could not be changed', onDone),
  });
  const change = (selling: boolean) => () => sell.mutate({ data: { ids, selling } });
  return (
    <Flex gap="small" align="center" wrap role="group" aria-label="Chosen exits">
      <strong>{formatNumber(ids.length)} chosen</strong>
      <Button disabled={sell.isPending} onClick={change(false)}>
        Stop selling, keep serving
      </Button>
      <Button disabled={sell.isPending} onClick={change(true)}>
        Sell again
      </Button>
      <Button type="text" onClick={onDone}>
        Clear
      </Button>
    </Flex>
  );
}

/** Where the traffic of customers leaves, and the gateways that carry it. */
export default function ExitsPage() {
  const canManage = useCan()('supply.manage');
  const search = useListSearch(exitSearch);
  const query = useAdminListExits(
    { ...toListParams(search.values), per_page: EXITS_PER_PAGE },
    { query: { placeholderData: keepPreviousData, meta: { quiet: true } } },
  );
  const [changed, setChanged] = useState<Exit | null>(null);
  const [left, setLeft] = useState<Exit | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const actions = canManage
    ? {
        onChange: setChanged,
        isChosen: ({ id }: Exit) => chosen.includes(id),
        onChoose: ({ id }: Exit) =>
          setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
      }
    : undefined;
  const data = query.data?.data;
  return (
    <ListPage<Exit, typeof search.values>
      title="Exits & Gateways"
      actionsBelow
      actions={chosen.length > 0 && <ChosenExits ids={[...chosen]} onDone={() => setChosen([])} />}
      refreshable
      summary={<ExitCounts data={data} isMissing={query.isError && !data} />}
      label="Exits"
      search={search}
      searchLabel="Search exits"
      searchPlaceholder="Search by address, place or gateway"
      filters={EXIT_FILTERS}
      query={query}
      rows={data?.exits}
      pagination={data?.pagination}
      columns={getExitColumns(actions)}
      toCompact={toCompactExit(actions)}
      skeletonRows={EXITS_PER_PAGE}
      tableFrom="(min-width: 1100px)"
      empty={{
        icon: 'server',
        title: 'No exits yet',
        hint: 'Add addresses of this machine, or another proxy, with “node dist/cli.js exits:add”. Until then there is nothing to sell.',
      }}
      emptyFiltered="No exits found matching your search criteria."
      error={listFailure(FAILED)}
    >
      <div style={{ marginTop: 16 }}>
        <GatewayList />
      </div>
      <Suspense>
        {changed && (
          <ExitDialog
            exit={changed}
            onMove={() => {
              setLeft(changed);
              setChanged(null);
            }}
            onClose={() => setChanged(null)}
          />
        )}
        {left && <MoveCustomersDialog exit={left} onClose={() => setLeft(null)} />}
      </Suspense>
    </ListPage>
  );
}
