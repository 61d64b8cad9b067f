import { Table, Button } from 'antd';
import { Country } from '@/components/format/country';
import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import {
  UNIT_LOOKS,
  type StockData,
  getStockFilters,
  stockSearch,
  toStockParams,
  UNITS_PER_PAGE,
  type Unit,
} from './stock';
import { keepPreviousData } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAdminListStock } from '@/api/generated/admin-supply';
import { useCan } from '@/api/use-can';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { ListPage } from '@/components/list-page/list-page';
import { useListSearch } from '@/lib/list-search';
import { getStockColumns, toCompactUnit } from './stock-columns';
import { listFailure } from '@/api/failures';

type Place = StockData['countries'][number];

const STATES = ['free', 'sold', 'expiring', 'dead', 'disabled'] as const;

/** How many addresses there are in each country by their state. */
export function StockPlaces({ countries }: { countries: readonly Place[] }) {
  return (
    <div style={{ marginTop: 16 }}>
      <Panel title="By country">
        <Table<Place>
          size="small"
          rowKey="country"
          pagination={false}
          dataSource={[...countries]}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              key: 'country',
              title: 'Country',
              render: (_, { country, country_name: name }) => (
                <Country code={country} name={name} />
              ),
            },
            ...STATES.map((state) => ({
              key: state,
              title: UNIT_LOOKS[state].word,
              align: 'right' as const,
              render: (_: unknown, place: Place) => formatNumber(place[state]),
            })),
          ]}
        />
      </Panel>
    </div>
  );
}

const ImportStockDialog = lazy(() => import('./import-stock-dialog'));
const UnitDialog = lazy(() => import('./unit-dialog'));
const ProlongUnitDialog = lazy(() => import('./prolong-unit-dialog'));
const RequestReplacementDialog = lazy(() => import('./request-replacement-dialog'));
const ReplaceUnitDialog = lazy(() => import('./replace-unit-dialog'));

const FAILED = 'Failed to load the stock';

function StockCounts({ data, isMissing }: { data: StockData | undefined; isMissing: boolean }) {
  const show = (...statuses: (keyof StockData['counts'])[]) =>
    data && formatNumber(statuses.reduce((sum, status) => sum + data.counts[status], 0));
  return (
    <StatisticCards
      failed={isMissing}
      cards={[
        { label: 'Free', value: show('free') },
        { label: 'Sold', value: show('sold') },
        { label: 'Expiring', value: show('expiring') },
        { label: 'Dead or disabled', value: show('dead', 'disabled') },
      ]}
    />
  );
}

/** The addresses bought at providers, which are sold as dedicated proxies. */
export default function StockPage() {
  const canManage = useCan()('supply.manage');
  const search = useListSearch(stockSearch);
  const query = useAdminListStock(toStockParams(search.values), {
    query: { placeholderData: keepPreviousData, meta: { quiet: true } },
  });
  const [isImporting, setImporting] = useState(false);
  const [changed, setChanged] = useState<Unit | null>(null);
  const [replaced, setReplaced] = useState<Unit | null>(null);
  const [prolonged, setProlonged] = useState<Unit | null>(null);
  const [returned, setReturned] = useState<Unit | null>(null);
  const actions = canManage
    ? {
        change: setChanged,
        replace: setReplaced,
        prolong: setProlonged,
        requestReplacement: setReturned,
      }
    : undefined;
  const data = query.data?.data;
  return (
    <ListPage<Unit, typeof search.values>
      title="Stock"
      actions={
        canManage && (
          <Button type="primary" aria-haspopup="dialog" onClick={() => setImporting(true)}>
            Import addresses
          </Button>
        )
      }
      actionsBelow
      refreshable
      summary={<StockCounts data={data} isMissing={query.isError && !data} />}
      label="Stock"
      search={search}
      searchLabel="Search stock"
      searchPlaceholder="Search by address, country or note"
      filters={getStockFilters(data, search.values.country)}
      query={query}
      rows={data?.units}
      pagination={data?.pagination}
      columns={getStockColumns(actions)}
      toCompact={toCompactUnit(actions)}
      skeletonRows={UNITS_PER_PAGE}
      tableFrom="(min-width: 1100px)"
      empty={{
        icon: 'server',
        title: 'No bought addresses yet',
        hint: 'Buy static addresses at a provider and import its list. Customers then get them as dedicated proxies through your gateways.',
      }}
      emptyFiltered="No addresses found matching your search criteria."
      error={listFailure(FAILED)}
    >
      {data && data.countries.length > 0 && <StockPlaces countries={data.countries} />}
      <Suspense>
        {isImporting && <ImportStockDialog onClose={() => setImporting(false)} />}
        {changed && <UnitDialog unit={changed} onClose={() => setChanged(null)} />}
        {prolonged?.provider && (
          <ProlongUnitDialog
            unit={prolonged}
            providerId={prolonged.provider.id}
            onClose={() => setProlonged(null)}
          />
        )}
        {returned && <RequestReplacementDialog unit={returned} onClose={() => setReturned(null)} />}
        {replaced && <ReplaceUnitDialog unit={replaced} onClose={() => setReplaced(null)} />}
      </Suspense>
    </ListPage>
  );
}
