import { Alert, Button, type AlertProps } from 'antd';
import { Link } from 'react-router-dom';
import type { PaymentClosedReason } from '@/api/generated/api.schemas';
import { usePaymentActions } from '@/api/payment-actions';
import { CopyButton } from '@/components/ui/copy-button';
import { formatNaira } from '@/lib/money';
import { supportPath } from '@/lib/paths';
import styles from './payment-notice.module.css';
import type { PaymentReturn } from './use-payment-return';

const FAILED_BECAUSE: Record<PaymentClosedReason, string> = {
  declined: 'the payment did not go through',
  expired: 'it was not paid in time',
  rejected: 'we could not accept the payment',
};

function describe({ state, payment }: PaymentReturn): {
  type: AlertProps['type'];
  title: string;
  text: string;
  /** Asked before the link to support. */
  question?: string;
} {
  switch (state) {
    case 'checking':
      return {
        type: 'info',
        title: 'Checking your payment',
        text: 'This takes a few seconds. You can leave this page; your payment is safe.',
      };
    case 'failed': {
      const amount = payment ? formatNaira(payment.amount) : 'The money';
      return {
        type: 'error',
        title: 'Payment failed',
        text: `${amount} was not added to your wallet: ${
          FAILED_BECAUSE[payment?.closed_reason ?? 'declined']
        }.`,
        question: 'Did your bank take the money?',
      };
    }
    case 'missing':
      return {
        type: 'warning',
        title: 'We couldn’t find that payment',
        text: 'You have no top-up with this reference, and your wallet is unchanged.',
        question: 'Did you pay?',
      };
    case 'pending':
      return {
        type: 'info',
        title: 'A payment is not confirmed yet',
        text: 'If you have paid, the money is added to your wallet as soon as the provider confirms it.',
        question: 'Still missing?',
      };
  }
}

function Actions({ payment: { payment, state, ...actions } }: { payment: PaymentReturn }) {
  const { isBusy, resume, cancel } = usePaymentActions();
  if (state === 'checking') return null;
  if (state !== 'pending') return <Button onClick={actions.forget}>Dismiss</Button>;
  const isPayable = payment !== undefined && payment.checkout_url !== null;
  const disabled = payment && isBusy(payment.reference);
  return (
    <div className={styles.actions}>
      {isPayable && (
        <Button type="primary" disabled={disabled} onClick={() => resume(payment.reference)}>
          Continue payment
        </Button>
      )}
      <Button type={isPayable ? 'default' : 'primary'} onClick={actions.check}>
        Verify
      </Button>
      {payment?.can_cancel ? (
        <Button disabled={disabled} onClick={() => cancel(payment.reference, actions.forget)}>
          Cancel payment
        </Button>
      ) : (
        <Button onClick={actions.forget}>Dismiss</Button>
      )}
    </div>
  );
}

export function PaymentNotice({ payment }: { payment: PaymentReturn }) {
  if (!payment.reference) return null;
  const { type, title, text, question } = describe(payment);
  return (
    <Alert
      className={styles.notice}
      role="status"
      type={type}
      showIcon
      title={title}
      description={
        <>
          <p>{text}</p>
          {question && (
            <p>
              {question} <Link to={supportPath(payment.reference)}>Contact support</Link> with this
              reference:
            </p>
          )}
          <p className={styles.reference}>
            <code>{payment.reference}</code>
            <CopyButton text={payment.reference} label="the payment reference" />
          </p>
          <Actions payment={payment} />
        </>
      }
    />
  );
}
