import type { ReactNode } from 'react';
import { Money } from '@/components/format/money';
import { NOTE_TO_COME, StatCards } from '@/components/layout/stat-cards';
import { proxyTypeName } from '@/lib/text';

interface Statistics {
  active_proxies: number;
  total_proxies: number;
  total_spent: number;
  total_countries: number;
  proxy_types: Record<string, number>;
}

export function ProxySummary({
  statistics,
  failed,
}: {
  statistics: Statistics | undefined;
  failed: boolean;
}) {
  const shown = (value: ReactNode): ReactNode | undefined => (failed ? '–' : value);
  const note = (text: string | undefined): ReactNode => text ?? (failed ? undefined : NOTE_TO_COME);
  const types = Object.entries(statistics?.proxy_types ?? {}).filter(([, count]) => count > 0);
  return (
    <StatCards
      stats={[
        {
          label: 'Active Proxies',
          value: shown(statistics?.active_proxies),
          note: note(statistics && `of ${statistics.total_proxies} total`),
        },
        {
          label: 'Total Spent',
          value: shown(statistics && <Money amount={statistics.total_spent} />),
        },
        { label: 'Countries', value: shown(statistics?.total_countries) },
        {
          label: 'Proxy Types',
          value: shown(statistics && types.length),
          note: note(
            statistics &&
              types.map(([type, count]) => `${proxyTypeName(type)}: ${count}`).join(', '),
          ),
        },
      ]}
    />
  );
}
