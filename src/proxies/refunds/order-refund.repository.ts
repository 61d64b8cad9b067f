import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyOrder } from '../orders/proxy-order.entity';
import { Proxy } from '../proxy.entity';

/** A proxy that expired with the refund of its order. */
export interface ExpiredProxy {
  readonly id: number;
  readonly orderId: number;
  readonly ip: string | null;
}

/** Proxies of refunded orders until they expire. SQL where a subquery skips locked rows. */
@Injectable()
export class OrderRefundRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks the order until the unit of work ends. @returns false when there is none. */
  async lockOrder(orderId: number): Promise<boolean> {
    const order = await this.uow.requireTransaction().findOne(ProxyOrder, {
      select: { id: true },
      where: { id: orderId },
      lock: { mode: 'pessimistic_write' },
    });
    return order !== null;
  }

  /** Suspends the proxies of the order for good and marks them for a sync. @returns their number. */
  async suspendForRefund(orderId: number): Promise<number> {
    const { affected } = await this.uow.requireTransaction().update(
      Proxy,
      { orderId, status: Not('expired') },
      {
        suspendedByStaff: true,
        status: 'suspended',
        providerDueAt: () => 'coalesce(provider_due_at, now())',
      },
    );
    return affected ?? 0;
  }

  /** Expires up to `limit` proxies whose suspension the provider has confirmed. */
  async expireRefunded(limit: number): Promise<ExpiredProxy[]> {
    const [rows] = await this.uow.requireTransaction().query<[ExpiredProxy[], number]>(
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
