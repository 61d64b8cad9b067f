import type { ReactNode } from 'react';
import { HIDDEN_FROM_SUB_ADMINS } from '@/components/format/private-money';
import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';
import type { AuditData } from './audit-log';
import styles from './audit.module.css';

interface AuditStatisticsProps {
  statistics: AuditData['statistics'] | undefined;
  failed: boolean;
}

export function AuditStatistics({ statistics, failed }: AuditStatisticsProps) {
  const figure = (value: number | null | undefined): ReactNode | undefined => {
    if (failed) return '–';
    if (value === null) return <span className={styles.hidden}>{HIDDEN_FROM_SUB_ADMINS}</span>;
    return value === undefined ? undefined : formatNumber(value);
  };
  return (
    <StatCards
      stats={[
        { label: 'Total Logs', value: figure(statistics?.total_logs) },
        { label: 'High Severity', value: figure(statistics?.high_severity) },
        { label: "Today's Activity", value: figure(statistics?.todays_activity) },
        { label: 'Admin Actions', value: figure(statistics?.admin_actions) },
      ]}
    />
  );
}
