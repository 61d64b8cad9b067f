import { useLoaderData } from 'react-router-dom';
import type { StatusComponentResponse, StatusData } from '@/api/generated/api.schemas';
import { Icon } from '@/components/ui/icon';
import { formatDate, formatDateTime } from '@/lib/date';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './status-page.module.css';

const LOOKS = {
  up: { word: 'Up', icon: 'check' },
  down: { word: 'Down', icon: 'alert' },
  unknown: { word: 'No data', icon: 'clock' },
} as const;

const formatPercent = (percent: number): string => `${percent}%`;

/** What is below counts as an outage in the row of days. */
const GOOD = 99.9;

function Component({ name, state, uptime, days }: StatusComponentResponse) {
  const { word, icon } = LOOKS[state];
  return (
    <li className={styles.component}>
      <h2>{name}</h2>
      <span className={`${styles.state} ${styles[state]}`}>
        <Icon name={icon} size={14} /> {word}
      </span>
      <div className={styles.days} aria-hidden="true">
        {days.map(({ day, uptime: percent }) => (
          <span
            key={day}
            className={percent < GOOD ? styles.badDay : undefined}
            title={`${formatDate(day)}: ${formatPercent(percent)}`}
          />
        ))}
      </div>
      <p>{uptime === null ? 'Not observed yet' : `${formatPercent(uptime)} in 90 days`}</p>
    </li>
  );
}

export default function StatusPage() {
  const { components, incidents }: StatusData = useLoaderData();
  usePageTitle('Status');
  const down = components.filter(({ state }) => state === 'down');
  const unknown = components.some(({ state }) => state === 'unknown');
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1>Status</h1>
      <p className={styles.lead}>
        {down.length > 0
          ? `Down now: ${down.map(({ name }) => name).join(', ')}`
          : unknown
            ? 'No outage is known.'
            : 'Everything is up.'}
      </p>
      {incidents.length > 0 && (
        <ul className={styles.incidents} aria-label="Open incidents">
          {incidents.map(({ id, title, body, started_at }) => (
            <li key={id}>
              <h2>{title}</h2>
              <p>Since {formatDateTime(started_at)}</p>
              {body && <p>{body}</p>}
            </li>
          ))}
        </ul>
      )}
      <ul className={styles.components} aria-label="Components">
        {components.map((component) => (
          <Component key={component.id} {...component} />
        ))}
      </ul>
      <p className={styles.note}>Checked every minute.</p>
    </main>
  );
}
