import { formatBytes } from '@/lib/bytes';
import styles from './time-chart.module.css';

export interface TimePoint {
  /** The hour, day or month in full. */
  label: string;
  /** The same below its column. */
  short: string;
  value: number;
}

/** How values are read: `base` is the factor between their units. */
interface Scale {
  base: 1000 | 1024;
  format: (value: number) => string;
}

const BYTES: Scale = { base: 1024, format: formatBytes };
const MAX_LABELS = 6;

/** Round values from 0, or from below the lowest, to above the highest, in steps of the unit that they are read in. */
export function toTicks(most: number, base: Scale['base'] = 1024, least = 0): number[] {
  const extreme = Math.max(most, -least, 1);
  const unit = base ** Math.floor(Math.log(extreme) / Math.log(base));
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, base];
  const step = unit * steps.find((one) => extreme / (unit * one) <= 3)!;
  const first = Math.min(0, Math.floor(least / step));
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

interface TimeChartProps {
  points: readonly TimePoint[];
  /** Name of the chart for screen readers. */
  label: string;
  /** A sentence with what stands out; the table beside the chart has all figures. */
  summary: string;
  /** Bytes when it is left out. */
  scale?: Scale;
}

/** Values over time as columns between two axes. */
export function TimeChart({ points, label, summary, scale = BYTES }: TimeChartProps) {
  const values = points.map(({ value }) => value);
  const ticks = toTicks(Math.max(0, ...values), scale.base, Math.min(0, ...values));
  const [low, top] = [ticks[0]!, ticks.at(-1)!];
  const marks = ticks.map((tick) => (tick === 0 ? '0' : scale.format(tick)));
  const longest = marks.reduce((one, other) => (other.length > one.length ? other : one));
  const toPercent = (value: number): string => `${(value / (top - low)) * 100}%`;
  const every = Math.ceil(points.length / MAX_LABELS);
  return (
    <figure>
      <figcaption className={styles.caption}>{summary}</figcaption>
      <div className={styles.chart} role="img" aria-label={`${label}. ${summary}`}>
        <div className={styles.scale} data-longest={longest}>
          {ticks.map((tick, index) => (
            <span key={tick} style={{ bottom: toPercent(tick - low) }}>
              {marks[index]}
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          {ticks.map((tick) => (
            <i key={tick} className={styles.line} style={{ bottom: toPercent(tick - low) }} />
          ))}
          {points.map(({ label: full, value }) => (
            <div key={full} className={styles.slot} title={`${full}: ${scale.format(value)}`}>
              {value !== 0 && (
                <div
                  data-negative={value < 0 || undefined}
                  style={{
                    height: `max(1px, ${toPercent(Math.abs(value))})`,
                    bottom: toPercent(Math.min(0, value) - low),
                  }}
                />
              )}
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
