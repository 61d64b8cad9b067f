import type { ApiError } from '@/api/api-error';
import { useIsMutating } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useInitializeTopup } from '@/api/generated/payments';
import type { TopupChannel } from '@/api/generated/api.schemas';
import { pendingPayment } from '@/api/pending-payment';
import { session } from '@/api/session';
import { topUpAttempt } from '@/api/top-up-attempt';
import { notify } from '@/components/feedback/notify';
import { parseCheckoutUrl } from '@/lib/checkout-url';
import { onBfcacheRestore } from '@/lib/bfcache';
import { getReturnUrl } from '@/lib/order-url';

export interface OpenTopUp {
  readonly reference: string;
  /** In whole naira. */
  readonly amount: number;
  readonly createdAt: string;
}

/** The unpaid top-ups that a refused start lists; none for any other error. */
export function readOpenTopUps({ code, errors }: ApiError): OpenTopUp[] {
  const rows = errors.open_top_ups;
  if (code !== 'TOO_MANY_OPEN_TOP_UPS' || !Array.isArray(rows)) return [];
  return (rows as Record<string, unknown>[]).map((row) => ({
    reference: String(row.reference),
    amount: Number(row.amount),
    createdAt: String(row.created_at),
  }));
}

interface TopUpChoice {
  channel?: TopupChannel;
  /** As it was typed. */
  coupon?: string;
}

export function useTopUp() {
  const [params] = useSearchParams();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const [open, setOpen] = useState<readonly OpenTopUp[]>([]);
  const isStarting = useIsMutating({ mutationKey: ['initializeTopup'] }) > 0;
  const topUp = useInitializeTopup({
    mutation: {
      meta: { fallback: 'Failed to initialize payment' },
      // Here and not at the call, because it also runs when the customer has left the page.
      onSuccess: ({ payment_data: payment }) => {
        if (!parseCheckoutUrl(payment.data.checkout_url)) return topUpAttempt.complete();
        pendingPayment.set(payment.data.reference);
        if (!isOpen.current) notify.info('Your top-up was started. Continue it in your wallet.');
      },
      // After a response a retry is another payment; without one it is the same.
      onError: ({ status }) => {
        if (status !== 0) topUpAttempt.complete();
      },
    },
  });

  // A ref, because two taps can arrive before the next render; each would start a payment.
  const hasStarted = useRef(false);
  const { reset } = topUp;
  const restart = useCallback((): void => {
    hasStarted.current = false;
    reset();
  }, [reset]);
  useEffect(() => onBfcacheRestore(restart), [restart]);

  const start = (amount: number, { channel, coupon = '' }: TopUpChoice = {}): void => {
    if (hasStarted.current) return;
    const user = session.get()?.user;
    if (!user?.email) {
      notify.error('User email not found');
      return;
    }
    hasStarted.current = true;
    const callbackUrl = getReturnUrl(window.location.origin, params);
    topUp.mutate(
      {
        data: {
          amount,
          currency: 'NGN',
          email: user.email,
          reference: topUpAttempt.getReference(
            `${user.id} ${amount} ${channel ?? ''} ${coupon} ${callbackUrl}`,
          ),
          callback_url: callbackUrl,
          channel,
          coupon: coupon.trim() || undefined,
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
          notify.success('Payment initialized successfully!');
          window.location.assign(address);
        },
        onError: (error) => {
          setOpen(readOpenTopUps(error));
          restart();
        },
      },
    );
  };
  // Stays busy after the response: no second payment may start until the browser has left.
  return {
    start,
    isBusy: isStarting || topUp.isSuccess,
    /** Unpaid top-ups because of which the last one was refused. */
    open,
    removeOpen: (reference: string): void =>
      setOpen((rows) => rows.filter((row) => row.reference !== reference)),
  };
}
