import type { ReactNode } from 'react';
import { CardMoney } from '@/components/format/private-money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';
import type { TransactionData } from './transaction';

interface TransactionStatisticsProps {
  statistics: TransactionData['statistics'] | undefined;
  failed: boolean;
}

export function TransactionStatistics({ statistics, failed }: TransactionStatisticsProps) {
  const format = (value: ReactNode): ReactNode | undefined => (failed ? '–' : value);
  // A non-breaking space keeps the line while the figures load.
  const note = (text: string | undefined): string | undefined =>
    text ?? (failed ? undefined : '\u00a0');
  return (
    <StatisticCards
      cards={[
        {
          label: 'Total Revenue',
          value: format(statistics && <CardMoney amount={statistics.total_revenue} />),
          note: note(
            statistics && `${formatNumber(statistics.successful_transactions)} successful`,
          ),
        },
        {
          label: 'Total Transactions',
          value: format(statistics && formatNumber(statistics.total_transactions)),
          note: note(statistics && `${formatNumber(statistics.pending_transactions)} pending`),
        },
        {
          label: 'Total Debits',
          value: format(statistics && <CardMoney amount={statistics.debit_amount} />),
        },
        {
          label: 'Pending Amount',
          value: format(statistics && <CardMoney amount={statistics.pending_amount} />),
        },
      ]}
    />
  );
}
