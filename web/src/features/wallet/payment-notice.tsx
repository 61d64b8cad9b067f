import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGetPaymentCheckout } from '@/api/generated/payments';
import type { PaymentCheckoutData, PaymentClosedReason } from '@/api/generated/api.schemas';
import { checkPayment, type PaymentOutcome } from '@/api/verify-payment';
import { onBfcacheRestore } from '@/lib/bfcache';
import { pendingPayment } from '@/api/pending-payment';
import { notify } from '@/components/feedback/notify';
import { ORDER_PARAM } from '@/lib/order-url';
import { useUrlParams } from '@/lib/url-params';
import { Alert, Button, type AlertProps } from 'antd';
import { Link } from 'react-router-dom';
import { usePaymentActions } from '@/api/payment-actions';
import { CopyButton } from '@/components/ui/copy-button';
import { formatNaira } from '@/lib/money';
import { supportPath } from '@/lib/paths';
import styles from './payment-notice.module.css';

const MAX_ATTEMPTS = 5;

export interface PaymentReturn {
  /** Reference of the payment to show, if any. */
  reference: string | null;
  state: 'checking' | 'pending' | 'failed' | 'missing';
  /** As the server knows it; undefined until loaded. */
  payment: PaymentCheckoutData | undefined;
  check(): void;
  forget(): void;
}

/** The reference in the return URL, else the stored one. */
const getPaymentReference = (returnQuery: string | null): string | null =>
  new URLSearchParams(returnQuery ?? '').get('reference') || pendingPayment.get();

/**
 * The redirect proves nothing: the server verifies the payment, then the URL parameters are
 * removed.
 * @param onSuccess called once the returned payment is credited, unless the page was left.
 */
export function usePaymentReturn(onSuccess: () => void): PaymentReturn {
  const client = useQueryClient();
  const [params, write] = useUrlParams();
  const returnQuery = params.get('status') === 'success' ? params.toString() : null;
  const [reference, setReference] = useState(() => getPaymentReference(returnQuery));
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const [isChecking, setChecking] = useState(false);
  const checkedQuery = useRef<string | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  const show = useCallback((next: string | null): void => {
    setReference(next);
    setOutcome(null);
  }, []);

  const run = useCallback(
    async (target: string): Promise<PaymentOutcome> => {
      setChecking(true);
      const result = await checkPayment(client, target, { tries: MAX_ATTEMPTS, naming: 'amount' });
      setChecking(false);
      if (result === 'successful') show(pendingPayment.get());
      else setOutcome(result);
      return result;
    },
    [client, show],
  );

  useEffect(() => {
    if (returnQuery === null || checkedQuery.current === returnQuery) return;
    checkedQuery.current = returnQuery;
    const target = getPaymentReference(returnQuery);
    // The order stays: the customer returns to it.
    const names = [...new URLSearchParams(returnQuery).keys()].filter(
      (name) => name !== ORDER_PARAM,
    );
    const clearQuery = (): void =>
      write(Object.fromEntries(names.map((name) => [name, null])), true);
    if (!target) {
      notify.error('No payment reference found');
      clearQuery();
      return;
    }
    show(target);
    void run(target).then((result) => {
      clearQuery();
      if (result === 'successful' && isOpen.current) onSuccess();
    });
  }, [returnQuery, run, write, show, onSuccess]);

  useEffect(() => onBfcacheRestore(() => show(pendingPayment.get())), [show]);

  const forget = useCallback((): void => {
    if (reference) pendingPayment.forget(reference);
    show(pendingPayment.get());
  }, [reference, show]);

  const found = useGetPaymentCheckout(reference ?? '', {
    query: { enabled: reference !== null, meta: { quiet: true } },
  });
  const payment = found.data?.data;
  const isDone = payment?.status === 'successful' || payment?.status === 'cancelled';
  // Credited or cancelled while the customer was elsewhere; the lists show it.
  useEffect(() => {
    if (isDone && !isChecking) forget();
  }, [isDone, isChecking, forget]);

  const isMissing = outcome === 'missing' || found.error?.code === 'PAYMENT_NOT_FOUND';
  const isFailed = outcome === 'failed' || payment?.status === 'failed';
  const getState = (): PaymentReturn['state'] => {
    if (isChecking) return 'checking';
    if (isMissing) return 'missing';
    return isFailed ? 'failed' : 'pending';
  };
  return {
    reference: isDone && !isChecking ? null : reference,
    state: getState(),
    payment,
    check: () => reference && !isChecking && void run(reference),
    forget,
  };
}

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
