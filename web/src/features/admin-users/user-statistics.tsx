import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useCan } from '@/api/use-can';
import { CardMoney } from '@/components/format/private-money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';

interface UserStatisticsProps {
  statistics:
    | {
        total: number;
        active: number;
        suspended: number;
        total_balance: string | null;
        is_estimate?: boolean;
      }
    | undefined;
  isFiltered: boolean;
  failed: boolean;
  /** Counts the users when their number is an estimate. */
  onCount: () => void;
  isCounting: boolean;
}

export function UserStatistics({
  statistics,
  isFiltered,
  failed,
  onCount,
  isCounting,
}: UserStatisticsProps) {
  const canViewMoney = useCan()('money.read');
  const isEstimate = statistics?.is_estimate === true;
  const count = (value: number | undefined): ReactNode | undefined =>
    value === undefined ? undefined : isEstimate ? (
      <span aria-label={`About ${formatNumber(value)}`}>≈ {formatNumber(value)}</span>
    ) : (
      formatNumber(value)
    );
  return (
    <StatisticCards
      failed={failed}
      cards={[
        {
          label: isFiltered ? 'Filtered Users' : 'Total Users',
          value: count(statistics?.total),
        },
        { label: 'Active', value: count(statistics?.active) },
        { label: 'Suspended', value: count(statistics?.suspended) },
        {
          label: 'Total Balance',
          value:
            statistics &&
            (isEstimate && canViewMoney ? (
              <Button loading={isCounting} onClick={onCount}>
                Count exactly
              </Button>
            ) : (
              <CardMoney amount={statistics.total_balance} />
            )),
        },
      ]}
    />
  );
}
