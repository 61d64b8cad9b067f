import { Tag } from 'antd';
import { formatNaira } from '@/lib/money';
import type { PreviewRow } from './prices';
import styles from './prices.module.css';

/** What customers pay, what it costs the shop, and what is left; three cells of a row. */
export function OfferFigures({ row }: { row: PreviewRow | undefined }) {
  const cells = [
    ['Customers pay', row ? formatNaira(row.price) : '–'],
    ['Cost', row?.cost == null ? '–' : formatNaira(row.cost)],
  ] as const;
  return (
    <>
      {cells.map(([label, text]) => (
        <div key={label} className={styles.figure}>
          <span className={styles.label}>{label}</span>
          {text}
        </div>
      ))}
      <div className={styles.figure}>
        <span className={styles.label}>Margin</span>
        {row?.below_cost ? (
          <Tag color="error">
            {row.margin_percent === null ? 'Below cost' : `${row.margin_percent} %`}
          </Tag>
        ) : (
          <span>{row?.margin_percent == null ? '–' : `${row.margin_percent} %`}</span>
        )}
      </div>
    </>
  );
}
