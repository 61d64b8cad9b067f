import type { OrderDeliveryData } from '@/api/generated/hooks/model/orderDeliveryData';
import { OrderDecisionOutcome } from '@/api/generated/hooks/model/orderDecisionOutcome';
import { useGetOrderDelivery } from '@/api/generated/hooks/admin-orders/admin-orders';
import type { TransactionOrder } from './transaction';

export type OrderDelivery = OrderDeliveryData;
export type OrderAction = OrderDecisionOutcome | 'approve' | 'reject' | 'withdraw';

/** Lookups and the proposed decision of an order without an answer of the supplier; null for any other order. */
export function useOrderDelivery(order: TransactionOrder | null | undefined): OrderDelivery | null {
  const isUndecided = order?.status === 'unknown';
  const query = useGetOrderDelivery(order?.id ?? 0, {
    query: { enabled: isUndecided, meta: { quiet: true } },
  });
  return (isUndecided && query.data?.data) || null;
}

export const OUTCOME_LABELS: Record<OrderDecisionOutcome, string> = {
  delivered: 'It was delivered',
  refunded: 'It was not delivered: refund',
};

/** What an admin can do about the delivery. */
export function availableOrderActions({
  can_decide: canDecide,
  proposal,
}: OrderDelivery): OrderAction[] {
  if (!canDecide) return [];
  if (!proposal) return Object.values(OrderDecisionOutcome);
  return proposal.is_own ? ['withdraw'] : ['reject', 'approve'];
}

export const ORDER_ACTIONS: Record<OrderAction, { verb: string; isDangerous: boolean }> = {
  delivered: { verb: 'Propose “delivered”', isDangerous: false },
  refunded: { verb: 'Propose a refund', isDangerous: true },
  approve: { verb: 'Approve decision', isDangerous: false },
  reject: { verb: 'Reject proposal', isDangerous: false },
  withdraw: { verb: 'Withdraw proposal', isDangerous: false },
};
