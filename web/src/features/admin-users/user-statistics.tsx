import type { ReactNode } from 'react';
import { CardMoney } from '@/components/format/private-money';
import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';

interface UserStatisticsProps {
  statistics:
    { total: number; active: number; suspended: number; total_balance: string | null } | undefined;
  isFiltered: boolean;
  failed: boolean;
}

export function UserStatistics({ statistics, isFiltered, failed }: UserStatisticsProps) {
  const shown = (value: ReactNode): ReactNode | undefined => (failed ? '–' : value);
  return (
    <StatCards
      stats={[
        {
          label: isFiltered ? 'Filtered Users' : 'Total Users',
          value: shown(statistics && formatNumber(statistics.total)),
        },
        { label: 'Active', value: shown(statistics && formatNumber(statistics.active)) },
        { label: 'Suspended', value: shown(statistics && formatNumber(statistics.suspended)) },
        {
          label: 'Total Balance',
          value: shown(statistics && <CardMoney amount={statistics.total_balance} />),
        },
      ]}
    />
  );
}
