import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { checkPayment } from '@/api/verify-payment';
import { onBfcacheRestore } from '@/lib/bfcache';
import { pendingPayment } from '@/api/pending-payment';
import { useMessage } from '@/components/feedback/use-message';
import { useUrlParams } from '@/lib/url-params';

const MAX_ATTEMPTS = 5;

export interface PaymentReturn {
  /** Reference of the pending payment, if any. */
  reference: string | null;
  isChecking: boolean;
  check(): void;
  forget(): void;
}

/** The reference in the return URL, else the stored one. */
const getPaymentReference = (returnQuery: string | null): string | null =>
  new URLSearchParams(returnQuery ?? '').get('reference') || pendingPayment.get();

/**
 * The redirect proves nothing: the server verifies the payment, then the URL parameters are
 * removed.
 */
export function usePaymentReturn(): PaymentReturn {
  const notify = useMessage();
  const client = useQueryClient();
  const [params, write] = useUrlParams();
  const returnQuery = params.get('status') === 'success' ? params.toString() : null;
  const [reference, setReference] = useState(() => getPaymentReference(returnQuery));
  const [isChecking, setChecking] = useState(false);
  const checkedQuery = useRef<string | null>(null);

  const run = useCallback(
    async (target: string): Promise<void> => {
      setChecking(true);
      const outcome = await checkPayment(client, target, { tries: MAX_ATTEMPTS, naming: 'amount' });
      setChecking(false);
      if (outcome === 'successful' || outcome === 'failed') setReference(pendingPayment.get());
    },
    [client],
  );

  useEffect(() => {
    if (returnQuery === null || checkedQuery.current === returnQuery) return;
    checkedQuery.current = returnQuery;
    const target = getPaymentReference(returnQuery);
    const names = [...new URLSearchParams(returnQuery).keys()];
    const clearQuery = (): void =>
      write(Object.fromEntries(names.map((name) => [name, null])), true);
    if (!target) {
      notify.error('No payment reference found');
      clearQuery();
      return;
    }
    setReference(target);
    void run(target).then(clearQuery);
  }, [returnQuery, run, write, notify]);

  useEffect(() => onBfcacheRestore(() => setReference(pendingPayment.get())), []);

  return {
    reference,
    isChecking,
    check: () => reference && !isChecking && void run(reference),
    forget: () => {
      if (reference) pendingPayment.forget(reference);
      setReference(pendingPayment.get());
    },
  };
}
