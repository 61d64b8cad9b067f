import { Alert, Button, Flex } from 'antd';
import { CopyButton } from '@/components/ui/copy-button';
import styles from './payment-notice.module.css';
import type { PaymentReturn } from './use-payment-return';

export function PaymentNotice({ payment }: { payment: PaymentReturn }) {
  const { reference, isChecking } = payment;
  if (!reference) return null;
  return (
    <Alert
      className={styles.notice}
      role="status"
      type="info"
      showIcon
      title={isChecking ? 'Checking your payment' : 'A payment is not confirmed yet'}
      description={
        <>
          <p>
            {isChecking
              ? 'This takes a few seconds. You may leave this page; nothing gets lost.'
              : 'If you have paid, the money arrives by itself as soon as the provider confirms it. Quote this reference to support:'}
          </p>
          <p className={styles.reference}>
            <code>{reference}</code>
            <CopyButton text={reference} label="the payment reference" />
          </p>
        </>
      }
      action={
        !isChecking && (
          <Flex gap="small">
            <Button type="primary" onClick={payment.check}>
              Verify
            </Button>
            <Button onClick={payment.forget}>Dismiss</Button>
          </Flex>
        )
      }
    />
  );
}
