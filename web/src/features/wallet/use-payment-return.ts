import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { checkPayment } from '@/api/verify-payment';
import { onPageReturn } from '@/lib/page-return';
import { pendingPayment } from '@/lib/pending-payment';

const TRIES = 5;

export interface PaymentReturn {
  /** The payment that is not settled yet, if there is one. */
  reference: string | null;
  checking: boolean;
  check(): void;
  forget(): void;
}

/** Coming back from the checkout proves nothing: the server is asked, and the address is tidied afterwards. */
export function usePaymentReturn(): PaymentReturn {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const returned = params.get('status') === 'success' ? params.get('reference') : null;
  const [reference, setReference] = useState(() => returned ?? pendingPayment.get());
  const [checking, setChecking] = useState(false);
  const asked = useRef<string | null>(null);

  const run = useCallback(
    async (wanted: string): Promise<void> => {
      setChecking(true);
      const outcome = await checkPayment(client, wanted, { tries: TRIES, naming: 'amount' });
      setChecking(false);
      if (outcome === 'successful' || outcome === 'failed') setReference(pendingPayment.get());
    },
    [client],
  );

  useEffect(() => {
    if (!returned || asked.current === returned) return;
    asked.current = returned;
    setReference(returned);
    void run(returned).then(() => setParams({}, { replace: true }));
  }, [returned, run, setParams]);

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
