import { formatNaira, formatSignedNaira, hasMoved } from '@/lib/money';
import styles from './money.module.css';

export function Money({ amount }: { amount: number }) {
  return <span className={styles.money}>{formatNaira(amount)}</span>;
}

/** What was paid for a proxy. */
export const ProxyPrice = ({ price }: { price: number }) =>
  price === 0 ? 'Trial' : <Money amount={price} />;

interface SignedMoneyProps {
  amount: number;
  type: string;
  /** Of the transaction; left out, the amount has moved. */
  status?: string;
}

/**
 * An amount with sign, colour and, for screen readers, a word. Without sign and colour while the
 * money has not moved, as of a pending top-up.
 */
export function SignedMoney({ amount, type, status }: SignedMoneyProps) {
  if (!hasMoved(type, status)) {
    return (
      <span className={`${styles.money} ${styles.unmoved}`}>
        {formatNaira(amount)}
        <span className="visually-hidden"> {type}</span>
      </span>
    );
  }
  return (
    <span className={`${styles.money} ${type === 'credit' ? styles.credit : ''}`}>
      {formatSignedNaira(amount, type)}
      <span className="visually-hidden"> {type}</span>
    </span>
  );
}
