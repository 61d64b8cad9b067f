import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Card, Empty, Select, Skeleton } from 'antd';
import { useAdminProfit } from '@/api/generated/admin-analytics';
import { ErrorState } from '@/components/feedback/error-state';
import { TimeChart } from '@/components/charts/time-chart';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatBytes } from '@/lib/bytes';
import { formatDate, formatShortDate } from '@/lib/date';
import { daysBetween, toDateRange, type PeriodSearch } from '@/lib/date-range';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { GROUP_LABELS, PROFIT_GROUPS, type Profit, type ProfitGroup } from './profit';
import { ProfitTable } from './profit-table';
import { failure } from '@/api/failures';

const FAILED = 'Failed to fetch the profit report';
const COSTS_APPEAR = 'Costs appear once a network with a price carries traffic.';

const GROUP_OPTIONS = PROFIT_GROUPS.map((group) => ({
  value: group,
  label: `By ${GROUP_LABELS[group].toLowerCase()}`,
}));

interface ProfitTabProps {
  period: PeriodSearch;
  group: ProfitGroup;
  onGroup: (group: ProfitGroup) => void;
}

export function ProfitTab({ period, group, onGroup }: ProfitTabProps) {
  const query = useAdminProfit(
    { ...toDateRange(period), group_by: group },
    { query: { placeholderData: keepPreviousData, meta: { fallback: FAILED, thrown: FAILED } } },
  );
  if (query.isError)
    return (
      <Card>
        <ErrorState
          {...failure(query, FAILED, 'The report could not be loaded')}
          retryLabel="Retry"
        />
      </Card>
    );
  if (query.isPending)
    return (
      <Card role="status">
        <span className="visually-hidden">Loading report</span>
        <Skeleton active paragraph={{ rows: 8 }} />
      </Card>
    );
  const profit = query.data.data;
  return (
    <div
      aria-busy={query.isPlaceholderData}
      style={{ opacity: query.isPlaceholderData ? 0.55 : 1 }}
    >
      <ProfitCards profit={profit} />
      <ProfitNotes profit={profit} />
      {profit.group_by === 'day' && profit.rows.length > 1 && (
        <div style={{ marginBottom: 16 }}>
          <Panel title="Profit by day">
            <ProfitChart profit={profit} />
          </Panel>
        </div>
      )}
      <Panel
        title="Profit"
        flush={profit.rows.length > 0}
        action={
          <Select
            aria-label="Group by"
            value={group}
            options={GROUP_OPTIONS}
            onChange={onGroup}
            style={{ minWidth: 130 }}
          />
        }
      >
        {profit.rows.length > 0 ? (
          <ProfitTable key={`${profit.group_by} ${profit.from}`} profit={profit} />
        ) : (
          <Empty description={`No sales and no costs in this period. ${COSTS_APPEAR}`} />
        )}
      </Panel>
    </div>
  );
}

function ProfitCards({ profit: { totals, exchange_rate } }: { profit: Profit }) {
  const { refunds, chargebacks, margin_percent, billed_bytes } = totals;
  const costs = (
    [
      ['payment fees', totals.fees],
      ['bonuses', totals.bonuses],
      ['goodwill', totals.goodwill],
    ] as const
  ).map(([name, naira]) => `${name} ${formatNaira(naira)}`);
  return (
    <StatisticCards
      cards={[
        {
          label: 'Net revenue',
          value: <Money amount={totals.net_revenue} />,
          note: `${formatNaira(totals.revenue)} sold, ${formatNaira(refunds + chargebacks)} refunds and chargebacks`,
        },
        {
          label: 'Supply cost',
          value: <Money amount={totals.cost} />,
          note: `${formatBytes(totals.traffic_bytes)} at providers${
            billed_bytes === null ? '' : `, ${formatBytes(billed_bytes)} billed`
          }; ₦${formatNumber(exchange_rate)} per dollar, today’s rate`,
        },
        {
          label: 'Margin',
          value: <Money amount={totals.margin} />,
          note: margin_percent !== null && `${formatNumber(margin_percent)}% of net revenue`,
        },
        {
          label: 'Profit',
          value: <Money amount={totals.profit} />,
          note: `Less ${costs.join(', ')}`,
        },
      ]}
    />
  );
}

const NAIRA = { base: 1000, format: (naira: number) => formatNaira(Math.round(naira)) } as const;

function ProfitChart({ profit: { from, to, rows } }: { profit: Profit }) {
  const known = new Map(rows.map(({ key, profit }) => [key, profit]));
  const points = daysBetween(from, to).map((day) => ({
    label: formatDate(day),
    short: formatShortDate(day),
    value: known.get(day) ?? 0,
  }));
  const best = points.reduce((one, other) => (other.value > one.value ? other : one));
  return (
    <TimeChart
      points={points}
      label="Profit by day"
      summary={`Best day: ${best.label} with ${NAIRA.format(best.value)}.`}
      scale={NAIRA}
    />
  );
}

function ProfitNotes({ profit: { rows, totals, unpriced_units } }: { profit: Profit }) {
  const notes = [
    rows.length > 0 && totals.cost === 0 && COSTS_APPEAR,
    unpriced_units > 0 &&
      `The cost of imported addresses is missing: ${formatNumber(unpriced_units)} in stock have no purchase price.`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? (
    <Alert type="info" showIcon title={notes.join(' ')} style={{ marginBottom: 16 }} />
  ) : null;
}
