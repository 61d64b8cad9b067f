import type { ReactNode } from 'react';
import { CardMoney } from '@/components/format/private-money';
import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';
import type { ProxyData } from './proxy';

interface ProxyStatisticsProps {
  statistics: ProxyData['statistics'] | undefined;
  failed: boolean;
}

export function ProxyStatistics({ statistics, failed }: ProxyStatisticsProps) {
  const shown = (value: ReactNode): ReactNode | undefined => (failed ? '–' : value);
  return (
    <StatCards
      stats={[
        {
          label: 'Total Proxies',
          value: shown(statistics && formatNumber(statistics.total_proxies)),
        },
        {
          label: 'Active Proxies',
          value: shown(statistics && formatNumber(statistics.active_proxies)),
        },
        {
          label: 'Total Revenue',
          value: shown(statistics && <CardMoney amount={statistics.total_revenue} />),
        },
        {
          label: 'Total Users',
          value: shown(statistics && formatNumber(statistics.total_users)),
        },
      ]}
    />
  );
}
