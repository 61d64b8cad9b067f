import { formatBytes } from '@/lib/bytes';
import { formatDate } from '@/lib/date';
import styles from './daily-usage.module.css';
import { countBytes, toChartBars, type DailyTraffic } from './daily-traffic';

const STEP = 10;
const GAP = 2;
const HEIGHT = 72;

/** Labelled with a summary; the table below has all figures. */
export function UsageChart({ days }: { days: readonly DailyTraffic[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const busiest = days.reduce((most, day) => (countBytes(day) > countBytes(most) ? day : most));
  const summary = `Busiest day: ${formatDate(busiest.date)} with ${formatBytes(countBytes(busiest))}.`;
  return (
    <figure>
      <figcaption className={styles.caption}>{summary}</figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Traffic by day. ${summary}`}
      >
        {toChartBars(days, { step: STEP, height: HEIGHT }).map(({ x, height }) => (
          <rect key={x} x={x + GAP / 2} y={HEIGHT - height} width={STEP - GAP} height={height} />
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{formatDate(first.date)}</span>
        <span>{formatDate(last.date)}</span>
      </div>
    </figure>
  );
}
