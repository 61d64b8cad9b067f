import { useQueryClient } from '@tanstack/react-query';
import { parseCheckoutUrl } from '@/lib/checkout-url';
import { messageQueue } from '@/lib/message-queue';
import { usePendingKeys } from '@/lib/use-pending-keys';
import { errorMessages } from './error-messages';
import { getPaymentCheckout, useCancelPayment } from './generated/hooks/payments/payments';
import { matchPaths, PATHS_INVALIDATED_BY_PAYMENT } from './invalidation';
import { pendingPayment } from './pending-payment';

const CLOSED = 'This checkout page is closed. Verify the payment, or start a new top-up.';

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
  const cancelling = useCancelPayment({
    mutation: {
      meta: { fallback: 'Failed to cancel the payment' },
      onSuccess: ({ message, data }) => {
        pendingPayment.forget(data.reference);
        messageQueue.success(message ?? 'Payment cancelled.');
      },
    },
  });

  const open = async (reference: string): Promise<void> => {
    try {
      const { data } = await getPaymentCheckout(reference);
      const address = data.checkout_url === null ? null : parseCheckoutUrl(data.checkout_url);
      if (address) {
        pendingPayment.set(reference);
        window.location.assign(address);
        return;
      }
      messageQueue.info(CLOSED);
      await client.invalidateQueries(matchPaths(PATHS_INVALIDATED_BY_PAYMENT));
    } catch (error) {
      errorMessages(error, { fallback: 'Failed to open the checkout page' }).forEach((text) =>
        messageQueue.error(text),
      );
    }
  };

  return {
    isBusy,
    resume: (reference) => run(reference, () => open(reference)),
    cancel: (reference, onDone) =>
      run(reference, () => cancelling.mutateAsync({ reference }).then(onDone)),
  };
}
