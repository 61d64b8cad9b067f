import type { PaymentStatsData } from '@/api/generated/api.schemas';
import { usePaymentStats } from '@/api/generated/payments';
import { Money } from '@/components/format/money';
import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';

/** A dash while no transaction has ended. */
const formatSuccessRate = ({ success_rate, finished_transactions }: PaymentStatsData): string =>
  finished_transactions === 0 ? '–' : `${formatNumber(success_rate)}%`;

export function TransactionStats() {
  const stats = usePaymentStats(undefined, {
    query: { meta: { fallback: 'Failed to load payment statistics' } },
  });
  const data = stats.data?.data;
  const orDash = <T,>(value: T | undefined) => (stats.isError ? '–' : value);
  return (
    <StatCards
      stats={[
        {
          label: 'Total Spent',
          value: orDash(data && <Money amount={data.this_month_spending} />),
          note: 'This month',
        },
        { label: 'Total Credits', value: orDash(data && <Money amount={data.total_top_ups} />) },
        { label: 'Success Rate', value: orDash(data && formatSuccessRate(data)) },
      ]}
    />
  );
}
