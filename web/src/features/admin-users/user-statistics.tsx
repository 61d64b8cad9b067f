import type { ReactNode } from 'react';
import { CardMoney } from '@/components/format/private-money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';

interface UserStatisticsProps {
  statistics:
    { total: number; active: number; suspended: number; total_balance: string | null } | undefined;
  isFiltered: boolean;
  failed: boolean;
}

export function UserStatistics({ statistics, isFiltered, failed }: UserStatisticsProps) {
  const format = (value: ReactNode): ReactNode | undefined => (failed ? '–' : value);
  return (
    <StatisticCards
      cards={[
        {
          label: isFiltered ? 'Filtered Users' : 'Total Users',
          value: format(statistics && formatNumber(statistics.total)),
        },
        { label: 'Active', value: format(statistics && formatNumber(statistics.active)) },
        { label: 'Suspended', value: format(statistics && formatNumber(statistics.suspended)) },
        {
          label: 'Total Balance',
          value: format(statistics && <CardMoney amount={statistics.total_balance} />),
        },
      ]}
    />
  );
}
