import { formatBytes } from '@/lib/bytes';
import styles from './time-chart.module.css';

export interface TimePoint {
  /** The hour, day or month in full. */
  label: string;
  /** The same below its column. */
  short: string;
  bytes: number;
}

const UNIT = 1024;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, UNIT];
const MAX_LABELS = 6;

/** Round values from 0 to above the highest, in steps of the unit that it is read in. */
export function toTicks(most: number): number[] {
  const unit = UNIT ** Math.max(0, Math.floor(Math.log(Math.max(most, 1)) / Math.log(UNIT)));
  const step = unit * STEPS.find((one) => most / (unit * one) <= 3)!;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

interface TimeChartProps {
  points: readonly TimePoint[];
  /** Name of the chart for screen readers. */
  label: string;
  /** A sentence with what stands out; the table beside the chart has all figures. */
  summary: string;
}

/** Traffic over time as columns of one hue between two axes. */
export function TimeChart({ points, label, summary }: TimeChartProps) {
  const ticks = toTicks(Math.max(0, ...points.map(({ bytes }) => bytes)));
  const top = ticks.at(-1)!;
  const every = Math.ceil(points.length / MAX_LABELS);
  return (
    <figure>
      <figcaption className={styles.caption}>{summary}</figcaption>
      <div className={styles.chart} role="img" aria-label={`${label}. ${summary}`}>
        <div className={styles.scale}>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {tick === 0 ? '0' : formatBytes(tick)}
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          {ticks.map((tick) => (
            <i key={tick} className={styles.line} style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {points.map(({ label: full, bytes }) => (
            <div key={full} className={styles.slot} title={`${full}: ${formatBytes(bytes)}`}>
              {bytes > 0 && <div style={{ height: `max(1px, ${(bytes / top) * 100}%)` }} />}
            </div>
          ))}
        </div>
        <div className={styles.times}>
          {points.map(
            ({ label: full, short }, index) =>
              index % every === 0 && (
                <span key={full} style={{ left: `${((index + 0.5) / points.length) * 100}%` }}>
                  {short}
                </span>
              ),
          )}
        </div>
      </div>
    </figure>
  );
}
