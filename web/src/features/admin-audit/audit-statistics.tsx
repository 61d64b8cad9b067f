import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { HIDDEN_FROM_SUB_ADMINS } from '@/components/format/private-money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatNumber } from '@/lib/number';
import type { AuditData } from './audit-log';

interface AuditStatisticsProps {
  statistics: AuditData['statistics'] | undefined;
  failed: boolean;
}

export function AuditStatistics({ statistics, failed }: AuditStatisticsProps) {
  const format = (value: number | null | undefined): ReactNode | undefined => {
    if (failed) return '–';
    if (value === null)
      return <Typography.Text type="secondary">{HIDDEN_FROM_SUB_ADMINS}</Typography.Text>;
    return value === undefined ? undefined : formatNumber(value);
  };
  return (
    <StatisticCards
      cards={[
        { label: 'Total Logs', value: format(statistics?.total_logs) },
        { label: 'High Severity', value: format(statistics?.high_severity) },
        { label: "Today's Activity", value: format(statistics?.todays_activity) },
        { label: 'Admin Actions', value: format(statistics?.admin_actions) },
      ]}
    />
  );
}
