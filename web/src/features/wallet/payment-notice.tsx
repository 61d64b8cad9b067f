import { Button } from 'antd';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import styles from './payment-notice.module.css';
import type { PaymentReturn } from './use-payment-return';

export function PaymentNotice({ payment }: { payment: PaymentReturn }) {
  if (!payment.reference) return null;
  return (
    <div className={styles.notice} role="status">
      <Icon name="clock" />
      <div className={styles.text}>
        <strong>
          {payment.checking ? 'Checking your payment' : 'A payment is not confirmed yet'}
        </strong>
        <p>
          {payment.checking
            ? 'This takes a few seconds. You may leave this page; nothing gets lost.'
            : 'If you have paid, the money arrives by itself as soon as the provider confirms it. Quote this reference to support:'}
        </p>
        <p className={styles.reference}>
          <code>{payment.reference}</code>
          <CopyButton text={payment.reference} label="the payment reference" />
        </p>
      </div>
      {!payment.checking && (
        <div className={styles.actions}>
          <Button type="primary" onClick={payment.check}>
            Verify
          </Button>
          <Button onClick={payment.forget}>Dismiss</Button>
        </div>
      )}
    </div>
  );
}
