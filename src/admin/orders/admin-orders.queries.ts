import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { DecisionOutcome } from '../../proxies/decisions/order-decision.types';
import type { OrderStatus } from '../../proxies/orders/order.types';

/** Delivery of an order for staff. */
export interface OrderDelivery {
  readonly id: number;
  readonly status: OrderStatus;
  readonly orderedAt: Date;
  /** Whether staff can decide it; a renewal waits for the provider. */
  readonly canDecide: boolean;
  /** Number of lookups at the provider. */
  readonly checks: number;
  /** What the provider last answered, or why it did not. */
  readonly answer: string | null;
  /** Null when no lookup is scheduled. */
  readonly nextCheckAt: Date | null;
  readonly proposal: {
    readonly outcome: DecisionOutcome;
    readonly reason: string;
    readonly proposedBy: number;
    readonly proposerName: string;
    readonly proposedAt: string;
  } | null;
}

@Injectable()
export class AdminOrdersQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async findDelivery(id: number): Promise<OrderDelivery | null> {
    const [row] = await this.uow.manager.query<OrderDelivery[]>(
      `SELECT o.id, o.status, o.created_at AS "orderedAt", (o.status = 'unknown' AND o.proxy_id IS NULL) AS "canDecide", a.checks, a.reason AS answer,
              CASE WHEN a.status IN ('created', 'sent', 'unknown') OR a.cancel_due THEN a.next_check_at END
                AS "nextCheckAt", d.proposal
       FROM proxy_order o
       JOIN LATERAL (SELECT * FROM provider_attempt WHERE order_id = o.id ORDER BY id DESC LIMIT 1) a ON true
       LEFT JOIN LATERAL (
         SELECT jsonb_build_object('outcome', d.outcome, 'reason', d.reason, 'proposedBy', d.proposed_by,
                  'proposerName', u.name, 'proposedAt', d.created_at) AS proposal
         FROM order_decision d JOIN users u ON u.id = d.proposed_by
         WHERE d.order_id = o.id AND d.status = 'proposed') d ON true
       WHERE o.id = $1`,
      [id],
    );
    return row ?? null;
  }
}
