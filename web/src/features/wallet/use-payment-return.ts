import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGetPaymentCheckout } from '@/api/generated/payments';
import type { PaymentCheckoutData } from '@/api/generated/api.schemas';
import { checkPayment, type PaymentOutcome } from '@/api/verify-payment';
import { onBfcacheRestore } from '@/lib/bfcache';
import { pendingPayment } from '@/api/pending-payment';
import { useMessage } from '@/components/feedback/use-message';
import { ORDER_PARAM } from '@/lib/order-url';
import { useUrlParams } from '@/lib/url-params';

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
  const notify = useMessage();
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
  }, [returnQuery, run, write, notify, show, onSuccess]);

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
