import { ShareBar } from '@/components/charts/bars';
import { formatNumber } from '@/lib/number';
import styles from './reports.module.css';

/** A part of the whole, as a line and as a figure. */
export function Share({ percent }: { percent: number }) {
  return (
    <span className={styles.share}>
      <ShareBar percent={percent} />
      <span>{formatNumber(percent)}%</span>
    </span>
  );
}
