import type { ReactNode } from 'react';
import { Money } from '@/components/format/money';
import { NOTE_PLACEHOLDER, StatCards } from '@/components/layout/stat-cards';
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
  isError,
}: {
  statistics: Statistics | undefined;
  isError: boolean;
}) {
  const orDash = (value: ReactNode): ReactNode | undefined => (isError ? '–' : value);
  const note = (text: string | undefined): ReactNode =>
    text ?? (isError ? undefined : NOTE_PLACEHOLDER);
  const types = Object.entries(statistics?.proxy_types ?? {}).filter(([, count]) => count > 0);
  return (
    <StatCards
      stats={[
        {
          label: 'Active Proxies',
          value: orDash(statistics?.active_proxies),
          note: note(statistics && `of ${statistics.total_proxies} total`),
        },
        {
          label: 'Total Spent',
          value: orDash(statistics && <Money amount={statistics.total_spent} />),
        },
        { label: 'Countries', value: orDash(statistics?.total_countries) },
        {
          label: 'Proxy Types',
          value: orDash(statistics && types.length),
          note: note(
            statistics &&
              types.map(([type, count]) => `${proxyTypeName(type)}: ${count}`).join(', '),
          ),
        },
      ]}
    />
  );
}
