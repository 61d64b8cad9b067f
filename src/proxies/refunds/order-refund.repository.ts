import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

/** A proxy that expired with the refund of its order. */
export interface ExpiredProxy {
  readonly id: number;
  readonly orderId: number;
  readonly ip: string | null;
}

/** Proxies of refunded orders until they expire. */
@Injectable()
export class OrderRefundRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks the order until the unit of work ends. @returns false when there is none. */
  async lockOrder(orderId: number): Promise<boolean> {
    const rows = await this.uow
      .requireTransaction()
      .query(`SELECT id FROM proxy_order WHERE id = $1 FOR UPDATE`, [orderId]);
    return rows.length === 1;
  }

  /** Suspends the proxies of the order for good and marks them for a sync. @returns their number. */
  async suspendForRefund(orderId: number): Promise<number> {
    const [, count] = await this.uow.requireTransaction().query(
      `UPDATE proxy SET suspended_by_staff = true, status = 'suspended', updated_at = now(),
         provider_due_at = coalesce(provider_due_at, now())
       WHERE order_id = $1 AND status <> 'expired'`,
      [orderId],
    );
    return count;
  }

  /** Expires up to `limit` proxies whose suspension the provider has confirmed. */
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
