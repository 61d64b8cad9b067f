import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { checkPayment } from '@/api/verify-payment';
import { onPageReturn } from '@/lib/page-return';
import { pendingPayment } from '@/api/pending-payment';
import { useMessage } from '@/components/feedback/use-message';
import { useUrlParams } from '@/lib/url-params';

const MAX_ATTEMPTS = 5;

export interface PaymentReturn {
  /** The payment that is not settled yet, if there is one. */
  reference: string | null;
  checking: boolean;
  check(): void;
  forget(): void;
}

/** The payment that the address of the return names, else the one that is kept. */
const getPaymentReference = (returnQuery: string | null): string | null =>
  new URLSearchParams(returnQuery ?? '').get('reference') || pendingPayment.get();

/** Coming back from the checkout proves nothing: the server is asked, and the address is tidied afterwards. */
export function usePaymentReturn(): PaymentReturn {
  const notify = useMessage();
  const client = useQueryClient();
  const [params, write] = useUrlParams();
  const returnQuery = params.get('status') === 'success' ? params.toString() : null;
  const [reference, setReference] = useState(() => getPaymentReference(returnQuery));
  const [checking, setChecking] = useState(false);
  const asked = useRef<string | null>(null);

  const run = useCallback(
    async (wanted: string): Promise<void> => {
      setChecking(true);
      const outcome = await checkPayment(client, wanted, { tries: MAX_ATTEMPTS, naming: 'amount' });
      setChecking(false);
      if (outcome === 'successful' || outcome === 'failed') setReference(pendingPayment.get());
    },
    [client],
  );

  useEffect(() => {
    if (returnQuery === null || asked.current === returnQuery) return;
    asked.current = returnQuery;
    const wanted = getPaymentReference(returnQuery);
    const names = [...new URLSearchParams(returnQuery).keys()];
    const tidy = (): void => write(Object.fromEntries(names.map((name) => [name, null])), true);
    if (!wanted) {
      notify.error('No payment reference found');
      tidy();
      return;
    }
    setReference(wanted);
    void run(wanted).then(tidy);
  }, [returnQuery, run, write, notify]);

  useEffect(() => onPageReturn(() => setReference(pendingPayment.get())), []);

  return {
    reference,
    checking,
    check: () => reference && !checking && void run(reference),
    forget: () => {
      if (reference) pendingPayment.forget(reference);
      setReference(pendingPayment.get());
    },
  };
}
