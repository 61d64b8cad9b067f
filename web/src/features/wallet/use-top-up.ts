import { useCallback, useEffect, useRef } from 'react';
import { useInitializeTopup } from '@/api/generated/hooks/payments/payments';
import { session } from '@/api/session';
import { onPageReturn } from '@/lib/page-return';
import { paths } from '@/lib/paths';
import { pendingPayment } from '@/api/pending-payment';
import { useMessage } from '@/components/feedback/use-message';
import { topUpReference } from '@/lib/top-up';

/** Only web addresses: the browser is about to be sent there. */
function parseCheckoutUrl(url: string): string | null {
  const address = new URL(url, window.location.origin);
  return /^https?:$/.test(address.protocol) ? address.href : null;
}

export function useTopUp() {
  const notify = useMessage();
  const topUp = useInitializeTopup({
    mutation: { meta: { fallback: 'Failed to initialize payment' } },
  });

  // Two taps may come before the first is drawn, and each would be a payment of its own.
  const started = useRef(false);
  const { reset } = topUp;
  const startOver = useCallback((): void => {
    started.current = false;
    reset();
  }, [reset]);
  useEffect(() => onPageReturn(startOver), [startOver]);

  const start = (amount: number): void => {
    if (started.current) return;
    const user = session.get()?.user;
    if (!user?.email) {
      notify.error('User email not found');
      return;
    }
    started.current = true;
    topUp.mutate(
      {
        data: {
          amount,
          currency: 'NGN',
          email: user.email,
          reference: topUpReference(),
          callback_url: `${window.location.origin}${paths.wallet}?status=success`,
          metadata: { user_id: user.id, purpose: 'wallet_topup', amount },
        },
      },
      {
        onSuccess: ({ payment_data: payment }) => {
          const address = parseCheckoutUrl(payment.data.checkout_url);
          if (!address) {
            notify.error('Payment initialization failed');
            startOver();
            return;
          }
          pendingPayment.set(payment.data.reference);
          notify.success('Payment initialized successfully!');
          window.location.assign(address);
        },
        onError: startOver,
      },
    );
  };
  // Also after the answer: until the browser has left, the button must not start a second payment.
  return { start, busy: topUp.isPending || topUp.isSuccess };
}
