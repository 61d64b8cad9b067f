import { StatMark } from '@/components/format/stat-mark';
import { Panel } from '@/components/layout/panel';
import type { DashboardData } from './dashboard';
import styles from './dashboard.module.css';

type ServerStat = DashboardData['server_stats'][number];

/** For those who do not see the colour. */
const WORDS: Partial<Record<ServerStat['color'], string>> = {
  green: 'good',
  orange: 'needs watching',
  red: 'bad',
};

export function ServerPerformance({ stats }: { stats: readonly ServerStat[] }) {
  return (
    <Panel title="Server Performance" flush>
      <dl className={styles.server}>
        {stats.map(({ label, value, color, icon }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {WORDS[color] && <span className="visually-hidden">{WORDS[color]}: </span>}
              {value}
              <StatMark color={color} icon={icon} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
