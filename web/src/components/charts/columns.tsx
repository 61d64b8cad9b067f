import styles from './columns.module.css';

const STEP = 10;
const GAP = 2;
const HEIGHT = 160;

export interface Column {
  x: number;
  height: number;
}

/** Columns relative to the highest; any value above zero has a visible one. */
export function toColumns(
  values: readonly number[],
  { step, height }: { step: number; height: number },
): Column[] {
  const most = Math.max(0, ...values);
  return values.map((value, index) => ({
    x: index * step,
    height: value > 0 ? Math.max(1, (value / most) * height) : 0,
  }));
}

interface TimeColumnsProps {
  values: readonly number[];
  /** Name of the chart for screen readers. */
  label: string;
  /** A sentence with what stands out; the table beside the chart has all figures. */
  summary: string;
  first: string;
  last: string;
  tall?: boolean;
}

/** A column chart over time in one hue. */
export function TimeColumns({ values, label, summary, first, last, tall }: TimeColumnsProps) {
  return (
    <figure>
      <figcaption className={styles.caption}>{summary}</figcaption>
      <svg
        className={`${styles.chart} ${tall ? styles.tall : ''}`}
        viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. ${summary}`}
      >
        {toColumns(values, { step: STEP, height: HEIGHT }).map(({ x, height }) => (
          <rect key={x} x={x + GAP / 2} y={HEIGHT - height} width={STEP - GAP} height={height} />
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  );
}
