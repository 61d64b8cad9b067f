import { formatNaira, formatSignedNaira } from '@/lib/money';
import styles from './money.module.css';

export function Money({ amount }: { amount: number }) {
  return <span className={styles.money}>{formatNaira(amount)}</span>;
}

/** An amount with sign, colour and, for screen readers, a word. */
export function SignedMoney({ amount, type }: { amount: number; type: string }) {
  return (
    <span className={`${styles.money} ${type === 'credit' ? styles.credit : ''}`}>
      {formatSignedNaira(amount, type)}
      <span className="visually-hidden"> {type}</span>
    </span>
  );
}
