import { useQueryClient } from '@tanstack/react-query';
import { usePendingKeys } from '@/lib/use-pending-keys';

// Loaded with the first press, because of the bundle budget for lists on phones.
const load = () => import('./payment-checkout');

export interface PaymentActions {
  isBusy: (reference: string) => boolean;
  /** Opens the checkout page of a started top-up, if it can still be paid. */
  resume: (reference: string) => void;
  cancel: (reference: string, onDone?: () => void) => void;
}

/** What a customer can do with a pending top-up besides verifying it. */
export function usePaymentActions(): PaymentActions {
  const client = useQueryClient();
  const [isBusy, run] = usePendingKeys<string>();
  return {
    isBusy,
    resume: (reference) =>
      run(reference, async () => (await load()).openCheckout(client, reference)),
    cancel: (reference, onDone) =>
      run(reference, async () => {
        if (await (await load()).closePayment(client, reference)) onDone?.();
      }),
  };
}
