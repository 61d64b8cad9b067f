import { Alert, Descriptions } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useRefundRule } from '@/api/refund-rule';
import { useTopUpLimits } from '@/api/top-up-limits';
import { useCurrentUser } from '@/api/use-current-user';
import { useTeam } from '@/api/use-team';
import { PayButton } from '@/components/orders/pay-button';
import { Panel } from '@/components/layout/panel';
import { formatNaira } from '@/lib/money';
import { topUpForOrderPath } from '@/lib/order-url';
import styles from './summary-card.module.css';
import type { PriceChange } from './use-purchase';

const SpendingLimit = lazy(() => import('./spending-limit'));

interface SummaryCardProps {
  lines: readonly { label: string; value: ReactNode }[];
  /** In whole naira; null until loaded. */
  total: number | null;
  action: string;
  isLoading: boolean;
  isBusy: boolean;
  /** Of the last attempt to buy. */
  priceChange: PriceChange | null;
  isDisabled?: boolean;
}

function BalanceAfterPurchase({ total }: { total: number }) {
  const balance = useCurrentUser()?.wallet_balance ?? 0;
  const { minimum } = useTopUpLimits();
  const { isOwner } = useTeam();
  const [order] = useSearchParams();
  if (balance >= total) {
    return (
      <p className={styles.balance}>
        <span>Wallet after this purchase</span>
        <span>{formatNaira(balance - total)}</span>
      </p>
    );
  }
  const missing = total - balance;
  return (
    <Alert
      type="warning"
      role="note"
      className={styles.shortfall}
      title={
        <>
          You need {formatNaira(missing)} more. Your balance is {formatNaira(balance)}.{' '}
          {isOwner ? (
            <Link to={topUpForOrderPath(Math.max(minimum, missing), order)}>Top up</Link>
          ) : (
            'Ask the owner of the account to top up.'
          )}
        </>
      }
    />
  );
}

const ChangedPrice = ({ before }: PriceChange) => (
  <Alert
    type="info"
    role="note"
    className={styles.shortfall}
    title={`The price was ${formatNaira(before)}. You have not been charged; purchase again to pay the new price.`}
  />
);

function getButtonLabel({ action, isLoading, isBusy }: SummaryCardProps): string {
  if (isBusy) return 'Processing Purchase...';
  return isLoading ? 'Loading...' : action;
}

/** What makes the total differ from the price of the list; nothing when it does not. */
export const toPriceLines = (listed: number | null, total: number | null) =>
  listed === null || total === null || listed === total
    ? []
    : [
        { label: 'List price', value: formatNaira(listed) },
        total > listed
          ? { label: 'Targeting', value: `+ ${formatNaira(total - listed)}` }
          : { label: 'Discount', value: `− ${formatNaira(listed - total)}` },
      ];

export function SummaryCard(props: SummaryCardProps) {
  const rule = useRefundRule();
  const { lines, total, isLoading, isBusy, isDisabled, priceChange } = props;
  const { isOwner } = useTeam();
  const items = [
    ...lines.map(({ label, value }) => ({ key: label, label, children: value })),
    {
      key: 'total',
      label: 'Total',
      children: (
        <span className={styles.total} aria-live="polite">
          {total === null ? '–' : formatNaira(total)}
        </span>
      ),
    },
  ];
  return (
    <Panel title="Order Summary" className={styles.sticky}>
      <Descriptions className={styles.lines} column={1} colon={false} items={items} />
      {priceChange?.now === total && <ChangedPrice {...priceChange} />}
      {total !== null && (
        <>
          <BalanceAfterPurchase total={total} />
          <Suspense>{!isOwner && <SpendingLimit total={total} />}</Suspense>
        </>
      )}
      <div className={styles.pay}>
        <span className={styles.payTotal} aria-hidden>
          {total === null ? '–' : formatNaira(total)}
        </span>
        <PayButton
          size="large"
          block
          htmlType="submit"
          disabled={isBusy || isLoading || isDisabled || total === null}
        >
          {getButtonLabel(props)}
        </PayButton>
      </div>
      <p className={styles.refund}>
        {rule
          ? `Unused traffic or time is refunded within ${rule.period} if you used at most ${rule.percent}%.`
          : 'Refunded only if the proxy is not delivered.'}
      </p>
    </Panel>
  );
}
