import { useLoaderData } from 'react-router-dom';
import type {
  StatusComponentResponse,
  StatusData,
  StatusIncidentResponse,
} from '@/api/generated/api.schemas';
import { Fragment } from 'react';
import { Icon } from '@/components/ui/icon';
import { formatDate, formatDateTime, formatShortDateTime } from '@/lib/date';
import { IMPACTS } from '@/lib/incident-impacts';
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

/** What was posted about an incident, the newest first. */
const Story = ({ body, updates, started_at: from }: StatusIncidentResponse) => (
  <dl className={styles.story}>
    {[...updates, { body, created_at: from }]
      .filter((update) => update.body !== '')
      .map((update) => (
        <Fragment key={`${update.created_at}${update.body}`}>
          <dt>{formatShortDateTime(update.created_at)}</dt>
          <dd>{update.body}</dd>
        </Fragment>
      ))}
  </dl>
);

export default function StatusPage() {
  const { components, incidents, recent }: StatusData = useLoaderData();
  usePageTitle('Status');
  const down = components.filter(({ state }) => state === 'down');
  const nameOf = ({ component }: StatusIncidentResponse) =>
    components.find(({ id }) => id === component)?.name;
  const unknown = components.some(({ state }) => state === 'unknown');
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1>Status</h1>
      <p className={styles.lead}>
        {down.length > 0
          ? `Down now: ${down.map(({ name }) => name).join(', ')}`
          : incidents.length > 0
            ? 'We are working on a problem.'
            : unknown
              ? 'No outage is known.'
              : 'Everything is up.'}
      </p>
      {incidents.length > 0 && (
        <ul className={styles.incidents} aria-label="Open incidents">
          {incidents.map((incident) => (
            <li key={incident.id} className={styles[incident.impact]}>
              <h2>{incident.title}</h2>
              <p>
                {nameOf(incident)}: {IMPACTS[incident.impact].toLowerCase()} since{' '}
                {formatDateTime(incident.started_at)}
              </p>
              <Story {...incident} />
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
      {recent.length > 0 && (
        <section className={styles.recent}>
          <h2 id="recent">Resolved in the last 14 days</h2>
          <ul aria-labelledby="recent">
            {recent.map((incident) => (
              <li key={incident.id}>
                <details>
                  <summary>{incident.title}</summary>
                  <Story {...incident} />
                </details>
                <p>
                  {nameOf(incident)}: {IMPACTS[incident.impact].toLowerCase()},{' '}
                  {formatShortDateTime(incident.started_at)} –{' '}
                  {formatShortDateTime(incident.resolved_at ?? '')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
