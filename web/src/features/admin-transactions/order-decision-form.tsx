import { Alert, Button, Flex } from 'antd';
import {
  useApproveOrderDecision,
  useProposeOrderDecision,
  useRejectOrderDecision,
} from '@/api/generated/hooks/admin-orders/admin-orders';
import type { OrderDecisionOutcome } from '@/api/generated/hooks/model/orderDecisionOutcome';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import { formatNaira } from '@/lib/money';
import { ORDER_ACTIONS, type OrderAction, type OrderDelivery } from './order-delivery';

interface OrderDecisionFormProps {
  delivery: OrderDelivery;
  action: OrderAction;
  /** Naira paid. */
  amount: number;
  onEnd: () => void;
}

const effectOf = (outcome: OrderDecisionOutcome, amount: number): string =>
  outcome === 'refunded'
    ? `${formatNaira(amount)} is returned to the wallet, and the supplier is told to cancel the order. What it delivers later is withdrawn.`
    : `The payment of ${formatNaira(amount)} is kept and the order counts as delivered. If the supplier cannot name the proxies, the customer gets none in the account.`;

/** Proposes, approves or rejects what becomes of an order without an answer of the supplier. */
export function OrderDecisionForm({ delivery, action, amount, onEnd }: OrderDecisionFormProps) {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The decision could not be saved' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      if (text) message.success(text);
      onEnd();
    },
  };
  const propose = useProposeOrderDecision({ mutation });
  const approve = useApproveOrderDecision({ mutation });
  const reject = useRejectOrderDecision({ mutation });
  const { order_id: id, proposal } = delivery;
  const { verb, isDangerous } = ORDER_ACTIONS[action];
  if (action === 'approve' && proposal)
    return (
      <Flex vertical gap="middle" style={{ textAlign: 'start' }}>
        <Alert
          type="warning"
          role="note"
          showIcon
          title={verb}
          description={`${effectOf(proposal.outcome, amount)} The supplier is asked once more first: what it has delivered is not refunded.`}
        />
        <Flex justify="end" gap="small">
          <Button onClick={onEnd}>Cancel</Button>
          <Button
            type="primary"
            disabled={approve.isPending}
            onClick={() => approve.mutate({ id })}
          >
            {approve.isPending ? 'Working...' : verb}
          </Button>
        </Flex>
      </Flex>
    );
  const outcome = action === 'delivered' || action === 'refunded' ? action : null;
  return (
    <ReasonForm
      verb={verb}
      consequence={
        outcome
          ? `${effectOf(outcome, amount)} Nothing happens until another admin approves it.`
          : 'The proposal ends. No money moves, and the supplier is still asked.'
      }
      isDangerous={isDangerous}
      isBusy={propose.isPending || reject.isPending}
      onConfirm={(reason) =>
        outcome
          ? propose.mutate({ id, data: { outcome, reason } })
          : reject.mutate({ id, data: { reason } })
      }
      onCancel={onEnd}
    />
  );
}
