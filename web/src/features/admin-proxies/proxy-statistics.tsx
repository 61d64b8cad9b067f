import type { ReactNode } from 'react';
import { CardMoney } from '@/components/format/private-money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';
import type { ProxyData } from './proxy';

interface ProxyStatisticsProps {
  statistics: ProxyData['statistics'] | undefined;
  failed: boolean;
}

export function ProxyStatistics({ statistics, failed }: ProxyStatisticsProps) {
  const format = (value: ReactNode): ReactNode | undefined => (failed ? '–' : value);
  return (
    <StatisticCards
      cards={[
        {
          label: 'Total Proxies',
          value: format(statistics && formatNumber(statistics.total_proxies)),
        },
        {
          label: 'Active Proxies',
          value: format(statistics && formatNumber(statistics.active_proxies)),
        },
        {
          label: 'Total Revenue',
          value: format(statistics && <CardMoney amount={statistics.total_revenue} />),
        },
        {
          label: 'Total Users',
          value: format(statistics && formatNumber(statistics.total_users)),
        },
      ]}
    />
  );
}
