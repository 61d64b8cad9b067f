import {
  useAcceptPayment,
  useAcknowledgePayment,
  useChargeBackPayment,
  useRecheckPayment,
  useRefundPayment,
  useRejectPayment,
  useWinDispute,
} from '@/api/generated/admin-payments';
import type { CreditChoice } from '@/api/generated/api.schemas';
import type { Payment } from './payment';
import { useMessage } from '@/components/feedback/use-message';

interface ActionInput {
  reason: string;
  /** For `accept`: whether to credit the paid or the requested amount. */
  credit?: CreditChoice;
  /** For `reject`: whether to send the paid amount back to the card. */
  refund?: boolean;
  /** For `chargeback`: whole naira; the rest of the payment if undefined. */
  amount?: number;
  /** For `win`: id of the chargeback. */
  chargebackId?: number;
}

/** The mutations of a card payment behind one signature. */
export function usePaymentActions(
  {
    id,
    charged_back: chargedBack,
    to_acknowledge: [kind = 'dispute'],
  }: Pick<Payment, 'id' | 'charged_back' | 'to_acknowledge'>,
  onDone: () => void,
) {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The payment could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'Done.');
      onDone();
    },
  };
  const recheck = useRecheckPayment({ mutation });
  const accept = useAcceptPayment({ mutation });
  const reject = useRejectPayment({ mutation });
  const refund = useRefundPayment({ mutation });
  const chargeback = useChargeBackPayment({ mutation });
  const win = useWinDispute({ mutation });
  const acknowledge = useAcknowledgePayment({ mutation });
  return {
    isBusy: [acknowledge, recheck, accept, reject, refund, chargeback, win].some(
      ({ isPending }) => isPending,
    ),
    recheck: ({ reason }: ActionInput) => recheck.mutate({ id, data: { reason } }),
    accept: ({ reason, credit }: ActionInput) => accept.mutate({ id, data: { reason, credit } }),
    reject: ({ reason, refund: sendBack }: ActionInput) =>
      reject.mutate({ id, data: { reason, refund: sendBack ?? false } }),
    refund: ({ reason }: ActionInput) => refund.mutate({ id, data: { reason } }),
    chargeback: ({ reason, amount }: ActionInput) =>
      chargeback.mutate({ id, data: { reason, amount, charged_back: chargedBack } }),
    acknowledge: ({ reason }: ActionInput) => acknowledge.mutate({ id, data: { reason, kind } }),
    win: ({ reason, chargebackId }: ActionInput) =>
      win.mutate({ id, chargebackId: chargebackId ?? 0, data: { reason } }),
  };
}
