import { Money, SignedMoney } from './money';
import styles from './private-money.module.css';

interface PrivateMoneyProps {
  /** Naira, also as the decimal text of the API; null is withheld. */
  amount: number | string | null;
  /** Gives it its sign. */
  type?: string;
  hidden?: string;
}

/** What the server does not tell this viewer reads as hidden, never as nothing. */
export function PrivateMoney({ amount, type, hidden = 'Hidden' }: PrivateMoneyProps) {
  if (amount === null) return <span className={styles.hidden}>{hidden}</span>;
  return type === undefined ? (
    <Money amount={Number(amount)} />
  ) : (
    <SignedMoney amount={Number(amount)} type={type} />
  );
}

export const HIDDEN_FROM_SUB_ADMINS = 'Hidden (Admin Only)';

/** The same at the size of a figure on a card. */
export function CardMoney({ amount }: { amount: number | string | null }) {
  return amount === null ? (
    <span className={styles.card}>{HIDDEN_FROM_SUB_ADMINS}</span>
  ) : (
    <Money amount={Number(amount)} />
  );
}
