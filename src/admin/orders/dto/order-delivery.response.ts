import { ApiProperty } from '@nestjs/swagger';
import { ok } from '../../../common/http/envelope.response';
import type { Actor } from '../../../common/security/actor';
import {
  DECISION_OUTCOMES,
  type DecisionOutcome,
} from '../../../proxies/decisions/order-decision.types';
import { ORDER_STATUSES, type OrderStatus } from '../../../proxies/orders/order.types';
import type { OrderDelivery } from '../admin-orders.queries';

export class OrderProposalData {
  @ApiProperty({ enum: DECISION_OUTCOMES, enumName: 'OrderDecisionOutcome' })
  outcome: DecisionOutcome;
  reason: string;
  /** @example Ngozi Eze */
  proposed_by: string;
  proposed_at: string;
  /** Whether it is the caller's own, so that another admin has to approve it. */
  is_own: boolean;
}

export class OrderDeliveryData {
  order_id: number;
  @ApiProperty({ enum: ORDER_STATUSES, enumName: 'OrderStatus' })
  status: OrderStatus;
  ordered_at: string;
  /** Whether it waits for an answer of the provider and admins can decide it; renewals cannot be decided. */
  can_decide: boolean;
  /** Number of lookups at the provider. @example 8 */
  checks: number;
  /** What the provider last answered, or why it did not. */
  answer: string | null;
  /** Next lookup at the provider; null when none is scheduled. */
  next_check_at: string | null;
  /** A decision that waits for the approval of another admin. */
  proposal: OrderProposalData | null;
}

export class OrderDeliveryResponse {
  success: boolean;
  message?: string;
  data: OrderDeliveryData;
}

export const toOrderDelivery = (
  delivery: OrderDelivery,
  { userId }: Actor,
  message?: string,
): OrderDeliveryResponse => ({
  ...ok(
    {
      order_id: delivery.id,
      status: delivery.status,
      ordered_at: delivery.orderedAt.toISOString(),
      can_decide: delivery.canDecide,
      checks: delivery.checks,
      answer: delivery.answer,
      next_check_at: delivery.nextCheckAt?.toISOString() ?? null,
      proposal: delivery.proposal && {
        outcome: delivery.proposal.outcome,
        reason: delivery.proposal.reason,
        proposed_by: delivery.proposal.proposerName,
        proposed_at: new Date(delivery.proposal.proposedAt).toISOString(),
        is_own: delivery.proposal.proposedBy === userId,
      },
    },
    message,
  ),
});

/** Says what a carried out decision means for the money. */
export const describeDecided = ({ status }: OrderDelivery): string =>
  status === 'refunded'
    ? 'The order was refunded to the wallet.'
    : 'The order counts as delivered. The payment is kept.';
