import { formatNaira, formatSignedNaira } from '@/lib/money';
import styles from './money.module.css';

export function Money({ amount }: { amount: number }) {
  return <span className={styles.money}>{formatNaira(amount)}</span>;
}

/** The sign, the colour and, for those who see neither, the word. */
export function SignedMoney({ amount, type }: { amount: number; type: string }) {
  return (
    <span className={`${styles.money} ${type === 'credit' ? styles.credit : ''}`}>
      {formatSignedNaira(amount, type)}
      <span className="visually-hidden"> {type}</span>
    </span>
  );
}
