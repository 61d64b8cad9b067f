import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

/** A proxy that has ended with its order's refund. */
export interface ExpiredProxy {
  readonly id: number;
  readonly orderId: number;
  readonly ip: string | null;
}

/** The proxies of refunded orders, on their way out. */
@Injectable()
export class OrderRefundRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Holds the order until the unit of work ends. @returns false when there is none. */
  async lockOrder(orderId: number): Promise<boolean> {
    const rows = await this.uow
      .requireTransaction()
      .query(`SELECT id FROM proxy_order WHERE id = $1 FOR UPDATE`, [orderId]);
    return rows.length === 1;
  }

  /** Takes the order's proxies out of service for good; the provider is to be told. @returns how many. */
  async suspendForRefund(orderId: number): Promise<number> {
    const [, count] = await this.uow.requireTransaction().query(
      `UPDATE proxy SET suspended_by_staff = true, status = 'suspended', updated_at = now(),
         provider_due_at = coalesce(provider_due_at, now())
       WHERE order_id = $1 AND status <> 'expired'`,
      [orderId],
    );
    return count;
  }

  /** Ends up to `limit` of those that the provider has stopped serving. */
  async expireRefunded(limit: number): Promise<ExpiredProxy[]> {
    const [rows] = await this.uow.requireTransaction().query(
      `UPDATE proxy SET status = 'expired', expires_at = least(expires_at, now()), updated_at = now()
       WHERE id IN (SELECT p.id FROM proxy p
                    WHERE p.suspended_by_staff AND p.status = 'suspended' AND p.provider_due_at IS NULL
                      AND EXISTS (SELECT FROM proxy_order o WHERE o.id = p.order_id AND o.status = 'refunded')
                    ORDER BY p.id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, order_id AS "orderId", ip`,
      [limit],
    );
    return rows;
  }
}
