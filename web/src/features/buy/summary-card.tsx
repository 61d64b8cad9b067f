import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTopUpLimits } from '@/api/top-up-limits';
import { useCurrentUser } from '@/api/use-current-user';
import { Panel } from '@/components/layout/panel';
import { formatNaira } from '@/lib/money';
import { paths } from '@/lib/paths';
import styles from './summary-card.module.css';

interface SummaryCardProps {
  lines: readonly { label: string; value: ReactNode }[];
  /** Whole naira; null while it is not known. */
  total: number | null;
  action: string;
  loading: boolean;
  busy: boolean;
  disabled?: boolean;
}

function BalanceAfterPurchase({ total }: { total: number }) {
  const balance = useCurrentUser()?.wallet_balance ?? 0;
  const { minimum } = useTopUpLimits();
  if (balance >= total) {
    return (
      <p className={styles.after}>
        <span>Wallet after this purchase</span>
        <span>{formatNaira(balance - total)}</span>
      </p>
    );
  }
  const missing = total - balance;
  return (
    <p className={styles.short}>
      Your wallet holds {formatNaira(balance)}: {formatNaira(missing)} too little.{' '}
      <Link to={`${paths.wallet}?amount=${Math.max(minimum, missing)}`}>Top up</Link>
    </p>
  );
}

function label({ action, loading, busy }: SummaryCardProps): string {
  if (busy) return 'Processing Purchase...';
  return loading ? 'Loading...' : action;
}

export function SummaryCard(props: SummaryCardProps) {
  const { lines, total, loading, busy, disabled } = props;
  return (
    <div className={styles.sticky}>
      <Panel title="Order Summary">
        <dl className={styles.lines}>
          {lines.map((line) => (
            <div key={line.label}>
              <dt>{line.label}</dt>
              <dd>{line.value}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>Total</dt>
            <dd aria-live="polite">{total === null ? '–' : formatNaira(total)}</dd>
          </div>
        </dl>
        {total !== null && <BalanceAfterPurchase total={total} />}
        <Button
          type="primary"
          size="large"
          block
          htmlType="submit"
          disabled={busy || loading || disabled || total === null}
        >
          {label(props)}
        </Button>
      </Panel>
    </div>
  );
}
