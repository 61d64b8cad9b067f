import { Money, SignedMoney } from './money';
import styles from './private-money.module.css';

interface PrivateMoneyProps {
  /** Naira, also as decimal text from the API; null if the viewer may not see it. */
  amount: number | string | null;
  /** Adds the sign. */
  type?: string;
  /** Of the transaction, with `type`. */
  status?: string;
  hidden?: string;
}

/** Shows "Hidden" for an amount that the viewer may not see. */
export function PrivateMoney({ amount, type, status, hidden = 'Hidden' }: PrivateMoneyProps) {
  if (amount === null) return <span className={styles.hidden}>{hidden}</span>;
  return type === undefined ? (
    <Money amount={Number(amount)} />
  ) : (
    <SignedMoney amount={Number(amount)} type={type} status={status} />
  );
}

export const HIDDEN_FROM_SUB_ADMINS = 'Hidden (Admin Only)';

/** PrivateMoney in the size of a card figure. */
export function CardMoney({ amount }: { amount: number | string | null }) {
  return amount === null ? (
    <span className={styles.card}>{HIDDEN_FROM_SUB_ADMINS}</span>
  ) : (
    <Money amount={Number(amount)} />
  );
}
