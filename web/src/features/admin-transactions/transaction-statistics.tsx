import type { ReactNode } from 'react';
import { CardMoney } from '@/components/format/private-money';
import { NOTE_TO_COME, StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';
import type { TransactionData } from './transaction';

interface TransactionStatisticsProps {
  statistics: TransactionData['statistics'] | undefined;
  failed: boolean;
}

export function TransactionStatistics({ statistics, failed }: TransactionStatisticsProps) {
  const shown = (value: ReactNode): ReactNode | undefined => (failed ? '–' : value);
  const note = (text: string | undefined): ReactNode => text ?? (failed ? undefined : NOTE_TO_COME);
  return (
    <StatCards
      stats={[
        {
          label: 'Total Revenue',
          value: shown(statistics && <CardMoney amount={statistics.total_revenue} />),
          note: note(
            statistics && `${formatNumber(statistics.successful_transactions)} successful`,
          ),
        },
        {
          label: 'Total Transactions',
          value: shown(statistics && formatNumber(statistics.total_transactions)),
          note: note(statistics && `${formatNumber(statistics.pending_transactions)} pending`),
        },
        {
          label: 'Total Debits',
          value: shown(statistics && <CardMoney amount={statistics.debit_amount} />),
        },
        {
          label: 'Pending Amount',
          value: shown(statistics && <CardMoney amount={statistics.pending_amount} />),
        },
      ]}
    />
  );
}
