import { useSpendingLimits } from '@/api/use-spending-limits';
import { SpendingNote } from '@/components/orders/spending-note';
import styles from './summary-card.module.css';

/** What the member of a team who buys may still spend. Owners do not load it. */
export default function SpendingLimit({ total }: { total: number }) {
  return (
    <SpendingNote
      limits={useSpendingLimits()}
      total={total}
      className={styles.limit}
      warningClassName={styles.shortfall}
    />
  );
}
