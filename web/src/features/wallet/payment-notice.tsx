import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGetPaymentCheckout } from '@/api/generated/payments';
import type { PaymentCheckoutData, PaymentClosedReason } from '@/api/generated/api.schemas';
import { checkPayment, type PaymentOutcome } from '@/api/verify-payment';
import { onBfcacheRestore } from '@/lib/bfcache';
import { pendingPayment } from '@/api/pending-payment';
import { usePendingCredits } from '@/api/use-pending-credits';
import { notify } from '@/components/feedback/notify';
import { ORDER_PARAM } from '@/lib/order-url';
import { useUrlParams } from '@/lib/url-params';
import { Alert, Button, type AlertProps } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { usePaymentActions } from '@/api/payment-actions';
import { CopyButton } from '@/components/ui/copy-button';
import { LinkButton } from '@/components/ui/link-button';
import { describeReview } from '@/components/transactions/transaction-note';
import { formatNaira } from '@/lib/money';
import { topUpPath } from '@/lib/page-paths';
import { paths, supportPath } from '@/lib/paths';
import styles from './payment-notice.module.css';

const MAX_ATTEMPTS = 5;

type State = 'checking' | 'pending' | 'review' | 'failed' | 'missing';

/** What the notice names of a payment, from its checkout or from the statement. */
type ShownPayment = Pick<PaymentCheckoutData, 'reference' | 'amount' | 'review'> &
  Partial<PaymentCheckoutData>;

export interface PaymentReturn {
  /** Reference of the payment to show, if any. */
  reference: string | null;
  state: State;
  /** As the server knows it; undefined until loaded. */
  payment: ShownPayment | undefined;
  /** Whether this browser knows it, so that the notice is there with the page and moves nothing. */
  isOwn: boolean;
  /** Pending payments beside this one. */
  others: number;
  /** Reference of the payment that was credited while the page was open. */
  credited: string | null;
  check(): void;
  forget(): void;
}

/** The reference in the return URL, else the stored one. */
const getPaymentReference = (returnQuery: string | null): string | null =>
  new URLSearchParams(returnQuery ?? '').get('reference') || pendingPayment.get();

/**
 * The redirect proves nothing: the server verifies the payment, then the URL parameters are
 * removed. Without a payment of this browser, the newest pending one of the account is shown.
 * @param onSuccess called once the returned payment is credited, unless the page was left.
 */
export function usePaymentReturn(isOwner: boolean, onSuccess: () => void): PaymentReturn {
  const client = useQueryClient();
  const pending = usePendingCredits(isOwner);
  const [params, write] = useUrlParams();
  const returnQuery = params.get('status') === 'success' ? params.toString() : null;
  const [own, setReference] = useState(() => getPaymentReference(returnQuery));
  const reference = own ?? pending[0]?.reference ?? null;
  const [credited, setCredited] = useState<string | null>(null);
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
      show(target);
      setChecking(true);
      const result = await checkPayment(client, target, { tries: MAX_ATTEMPTS, naming: 'amount' });
      setChecking(false);
      if (result === 'successful') {
        setCredited(target);
        show(pendingPayment.get());
      } else setOutcome(result);
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
    void run(target).then((result) => {
      clearQuery();
      if (result === 'successful' && isOpen.current) onSuccess();
    });
  }, [returnQuery, run, write, onSuccess]);

  useEffect(() => onBfcacheRestore(() => show(pendingPayment.get())), [show]);

  const forget = useCallback((): void => {
    if (reference) pendingPayment.forget(reference);
    show(pendingPayment.get());
  }, [reference, show]);

  const found = useGetPaymentCheckout(reference ?? '', {
    query: { enabled: reference !== null, meta: { quiet: true } },
  });
  const payment: ShownPayment | undefined =
    found.data?.data ?? pending.find((row) => row.reference === reference);
  const isDone =
    !payment?.review && (payment?.status === 'successful' || payment?.status === 'cancelled');
  // Credited or cancelled while the customer was elsewhere; the lists show it.
  useEffect(() => {
    if (isDone && !isChecking) forget();
  }, [isDone, isChecking, forget]);

  const getState = (): State => {
    if (isChecking) return 'checking';
    if (payment?.review) return 'review';
    if (outcome === 'missing' || found.error?.code === 'PAYMENT_NOT_FOUND') return 'missing';
    return outcome === 'failed' || payment?.status === 'failed' ? 'failed' : 'pending';
  };
  return {
    reference: isDone && !isChecking ? null : reference,
    state: getState(),
    payment,
    isOwn: own !== null,
    others: pending.filter((row) => row.reference !== reference).length,
    credited,
    check: () => reference && !isChecking && void run(reference),
    forget,
  };
}

const FAILED_BECAUSE: Record<PaymentClosedReason, string> = {
  declined: 'The payment did not go through.',
  expired: 'It was not paid in time.',
  rejected: 'We could not accept the payment.',
};

function describe({ state, payment }: PaymentReturn): {
  type: AlertProps['type'];
  title: string;
  text: string;
  /** Asked before the link to support. */
  question?: string;
} {
  const amount = payment && formatNaira(payment.amount);
  switch (state) {
    case 'checking':
      return {
        type: 'info',
        title: 'Checking your payment',
        text: 'This takes a few seconds. You can leave this page; your payment is safe.',
      };
    case 'review':
      return {
        type: 'warning',
        title: (payment && describeReview(payment)) ?? '',
        text: 'We are checking this payment. Do not pay again.',
        question: 'Questions?',
      };
    case 'failed':
      return {
        type: 'error',
        title: `${amount ?? 'The money'} was not added to your wallet`,
        text: FAILED_BECAUSE[payment?.closed_reason ?? 'declined'],
        question: 'Did your bank take the money?',
      };
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
        title: `${amount ?? 'Your payment'} is not confirmed yet`,
        text: 'If you have paid, the money is added as soon as the provider confirms it.',
        question: 'Still missing?',
      };
  }
}

function Actions({ payment: { payment, state, ...actions } }: { payment: PaymentReturn }) {
  const { isBusy, resume, cancel } = usePaymentActions();
  const navigate = useNavigate();
  if (state === 'checking' || state === 'review') return null;
  if (state !== 'pending')
    return (
      <div className={styles.actions}>
        {state === 'failed' && payment && (
          <Button
            type="primary"
            onClick={() => {
              actions.forget();
              void navigate(topUpPath(payment.amount));
            }}
          >
            Try again
          </Button>
        )}
        <Button onClick={actions.forget}>Dismiss</Button>
      </div>
    );
  // Taken for granted until its checkout is loaded, so that no button appears late.
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
      {payment && payment.can_cancel !== false ? (
        <Button disabled={disabled} onClick={() => cancel(payment.reference, actions.forget)}>
          Cancel payment
        </Button>
      ) : (
        payment && <Button onClick={actions.forget}>Dismiss</Button>
      )}
    </div>
  );
}

/** What to do with money that has arrived. */
function CreditedNotice({ reference }: { reference: string }) {
  const payment = useGetPaymentCheckout(reference, { query: { meta: { quiet: true } } }).data?.data;
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <Alert
      className={styles.notice}
      role="status"
      type="success"
      showIcon
      title={`${payment ? formatNaira(payment.amount) : 'Your payment'} is in your wallet`}
      action={
        <LinkButton type="primary" to={paths.buyProxy}>
          Buy a proxy
        </LinkButton>
      }
      closable={{ closeIcon: true, onClose: () => setOpen(false), 'aria-label': 'Close notice' }}
    />
  );
}

export function PaymentNotice({ payment }: { payment: PaymentReturn }) {
  const { credited, reference } = payment;
  return (
    <>
      {credited && <CreditedNotice key={credited} reference={credited} />}
      {reference && <OpenPayment payment={payment} reference={reference} />}
    </>
  );
}

function OpenPayment({ payment, reference }: { payment: PaymentReturn; reference: string }) {
  const { type, title, text, question } = describe(payment);
  return (
    <Alert
      className={styles.notice}
      role="status"
      type={type}
      showIcon
      title={<strong>{title}</strong>}
      description={
        <>
          <p>{text}</p>
          <p className={styles.reference}>
            <code>{reference}</code>
            <CopyButton text={reference} label="the payment reference" />
            {question && (
              <span>
                {question} <Link to={supportPath(reference)}>Contact support</Link>
              </span>
            )}
          </p>
          <Actions payment={payment} />
          {payment.others > 0 && (
            <p>
              <Link to={`${paths.transactions}?status=pending`}>
                {payment.others === 1
                  ? '1 more top-up is not confirmed'
                  : `${payment.others} more top-ups are not confirmed`}
              </Link>
            </p>
          )}
        </>
      }
    />
  );
}
