import { Alert, Button, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { CopyButton } from '@/components/ui/copy-button';
import { supportPath } from '@/lib/paths';
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
              ? 'This takes a few seconds. You can leave this page; your payment is safe.'
              : 'If you have paid, the money is added to your wallet as soon as the provider confirms it.'}
          </p>
          {!isChecking && (
            <p>
              Still missing? <Link to={supportPath(reference)}>Contact support</Link> with this
              reference:
            </p>
          )}
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
