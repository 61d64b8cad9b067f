import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useInitializeTopup } from '@/api/generated/hooks/payments/payments';
import { session } from '@/api/session';
import { parseCheckoutUrl } from '@/lib/checkout-url';
import { onBfcacheRestore } from '@/lib/bfcache';
import { getReturnUrl } from '@/lib/order-url';
import { pendingPayment } from '@/api/pending-payment';
import { useMessage } from '@/components/feedback/use-message';
import { topUpReference } from '@/lib/top-up';

export function useTopUp() {
  const notify = useMessage();
  const [params] = useSearchParams();
  const topUp = useInitializeTopup({
    mutation: { meta: { fallback: 'Failed to initialize payment' } },
  });

  // A ref, because two taps can arrive before the next render; each would start a payment.
  const hasStarted = useRef(false);
  const { reset } = topUp;
  const restart = useCallback((): void => {
    hasStarted.current = false;
    reset();
  }, [reset]);
  useEffect(() => onBfcacheRestore(restart), [restart]);

  const start = (amount: number): void => {
    if (hasStarted.current) return;
    const user = session.get()?.user;
    if (!user?.email) {
      notify.error('User email not found');
      return;
    }
    hasStarted.current = true;
    topUp.mutate(
      {
        data: {
          amount,
          currency: 'NGN',
          email: user.email,
          reference: topUpReference(),
          callback_url: getReturnUrl(window.location.origin, params),
          metadata: { user_id: user.id, purpose: 'wallet_topup', amount },
        },
      },
      {
        onSuccess: ({ payment_data: payment }) => {
          const address = parseCheckoutUrl(payment.data.checkout_url);
          if (!address) {
            notify.error('Payment initialization failed');
            restart();
            return;
          }
          pendingPayment.set(payment.data.reference);
          notify.success('Payment initialized successfully!');
          window.location.assign(address);
        },
        onError: restart,
      },
    );
  };
  // Stays busy after the response: no second payment may start until the browser has left.
  return { start, isBusy: topUp.isPending || topUp.isSuccess };
}
