import { ReasonForm } from '@/components/form/reason-form';
import { formatNaira } from '@/lib/money';

interface RefundOrderFormProps {
  order: {
    /** Naira paid. */
    amount: number;
    /** Number of delivered proxies. */
    proxies: number;
    /** Product name, if known. */
    type?: string;
  };
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Asks before an order is refunded into the wallet; the proxies of a purchase stop working. */
export function RefundOrderForm({ order, isBusy, onConfirm, onCancel }: RefundOrderFormProps) {
  const { type, amount, proxies } = order;
  const goods = [proxies, type, proxies === 1 ? 'proxy' : 'proxies'].filter(Boolean).join(' ');
  return (
    <ReasonForm
      verb="Refund order"
      consequence={`Up to ${formatNaira(amount)} for ${goods} is returned to the wallet, minus earlier refunds. The proxies of the order stop working immediately; of a renewal or added traffic, only what it gave is taken back.`}
      isDangerous
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

/** The message after a refund. @param refunded naira. */
export const refundedText = (text: string, refunded: number): string =>
  `${text}\n${formatNaira(refunded)} was returned to the wallet.`;
