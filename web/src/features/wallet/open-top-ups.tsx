import { Alert, Button } from 'antd';
import { usePaymentActions } from '@/api/payment-actions';
import { RelativeTime } from '@/components/format/relative-time';
import { formatNaira } from '@/lib/money';
import type { OpenTopUp } from './open-top-up';
import styles from './open-top-ups.module.css';

interface OpenTopUpsProps {
  topUps: readonly OpenTopUp[];
  onCancelled: (reference: string) => void;
}

/** The unpaid top-ups that keep another one from starting. */
export function OpenTopUps({ topUps, onCancelled }: OpenTopUpsProps) {
  const { isBusy, resume, cancel } = usePaymentActions();
  if (topUps.length === 0) return null;
  return (
    <Alert
      className={styles.notice}
      type="warning"
      title="Your unpaid top-ups"
      description={
        <ul className={styles.list} aria-label="Your unpaid top-ups">
          {topUps.map(({ reference, amount, createdAt }) => {
            const name = `${formatNaira(amount)}, ${reference}`;
            return (
              <li key={reference} className={styles.row}>
                <span className={styles.what}>
                  <strong>{formatNaira(amount)}</strong> <RelativeTime iso={createdAt} />
                  <code>{reference}</code>
                </span>
                <span className={styles.actions}>
                  <Button
                    size="small"
                    disabled={isBusy(reference)}
                    aria-label={`Continue payment of ${name}`}
                    onClick={() => resume(reference)}
                  >
                    Continue payment
                  </Button>
                  <Button
                    size="small"
                    disabled={isBusy(reference)}
                    aria-label={`Cancel ${name}`}
                    onClick={() => cancel(reference, () => onCancelled(reference))}
                  >
                    Cancel
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      }
    />
  );
}
