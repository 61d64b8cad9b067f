import { Descriptions, Flex } from 'antd';
import { Panel } from '@/components/layout/panel';
import type { DashboardData } from './dashboard';
import { StatIcon } from './stat-icon';

type ServerStat = DashboardData['server_stats'][number];

/** The meaning of the colour as text for screen readers. */
const STATUS_LABELS: Partial<Record<ServerStat['color'], string>> = {
  green: 'good',
  orange: 'needs attention',
  red: 'bad',
};

export function ServerPerformance({ stats }: { stats: readonly ServerStat[] }) {
  return (
    <Panel title="Server Performance">
      <Descriptions
        column={1}
        size="small"
        colon={false}
        styles={{ content: { justifyContent: 'flex-end' } }}
        items={stats.map(({ label, value, color, icon }) => ({
          key: label,
          label,
          children: (
            <Flex align="center" gap="small">
              {STATUS_LABELS[color] && (
                <span className="visually-hidden">{STATUS_LABELS[color]}: </span>
              )}
              <strong>{value}</strong>
              <StatIcon color={color} icon={icon} />
            </Flex>
          ),
        }))}
      />
    </Panel>
  );
}
