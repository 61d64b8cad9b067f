import {
  useAcceptPayment,
  useChargeBackPayment,
  useRecheckPayment,
  useRefundPayment,
  useRejectPayment,
} from '@/api/generated/hooks/admin-payments/admin-payments';
import { toast } from '@/lib/toast';

interface Decision {
  reason: string;
  /** Of a rejected payment: send what was paid back to the card. */
  refund?: boolean;
  /** Of a charge-back: whole naira; all that is left when missing. */
  amount?: number;
}

/** One mutation per decision about a card payment, alike from the outside. */
export function usePaymentActions(id: number, onDone: () => void) {
  const mutation = {
    meta: { fallback: 'The payment could not be changed' },
    onSuccess: ({ message }: { message?: string }): void => {
      toast.success(message ?? 'Done.');
      onDone();
    },
  };
  const recheck = useRecheckPayment({ mutation });
  const accept = useAcceptPayment({ mutation });
  const reject = useRejectPayment({ mutation });
  const refund = useRefundPayment({ mutation });
  const chargeback = useChargeBackPayment({ mutation });
  return {
    isBusy: [recheck, accept, reject, refund, chargeback].some(({ isPending }) => isPending),
    recheck: ({ reason }: Decision) => recheck.mutate({ id, data: { reason } }),
    accept: ({ reason }: Decision) => accept.mutate({ id, data: { reason } }),
    reject: ({ reason, refund: back }: Decision) =>
      reject.mutate({ id, data: { reason, refund: back ?? false } }),
    refund: ({ reason }: Decision) => refund.mutate({ id, data: { reason } }),
    chargeback: ({ reason, amount }: Decision) =>
      chargeback.mutate({ id, data: { reason, amount } }),
  };
}
