import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyOrder } from '../orders/proxy-order.entity';
import { Proxy } from '../proxy.entity';
import type { RefundableProxy } from './unused-part';

/** A proxy that expired with the refund of its order. */
export interface ExpiredProxy {
  readonly id: number;
  readonly orderId: number;
  readonly ip: string | null;
}

/** Proxies that end with a refund, until they expire. SQL where a subquery skips locked rows. */
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

  /** Suspends the proxies of the order for good and marks them for a sync. @returns their ids. */
  async suspendForRefund(orderId: number): Promise<number[]> {
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .update(Proxy)
      .set({
        suspendedByStaff: true,
        status: 'suspended',
        refundedAt: () => 'now()',
        providerDueAt: () => 'coalesce(provider_due_at, now())',
      })
      .where({ orderId, status: Not('expired') })
      .returning('id')
      .execute();
    return (raw as { id: number }[]).map(({ id }) => id);
  }

  /** Proxies of the order that a refund has not ended. */
  findRefundable(orderId: number): Promise<RefundableProxy[]> {
    return this.uow.manager.find(Proxy, {
      select: { priceKobo: true, limitBytes: true, usedBytes: true, expiresAt: true },
      where: { orderId, status: In(['active', 'suspended']), refundedAt: IsNull() },
    });
  }

  /** Expires up to `limit` proxies whose suspension the provider has confirmed. */
  async expireRefunded(limit: number): Promise<ExpiredProxy[]> {
    const [rows] = await this.uow.requireTransaction().query<[ExpiredProxy[], number]>(
      `UPDATE proxy SET status = 'expired', expires_at = least(expires_at, now()), updated_at = now()
       WHERE id IN (SELECT p.id FROM proxy p
                    WHERE p.suspended_by_staff AND p.status = 'suspended' AND p.provider_due_at IS NULL
                      AND p.refunded_at IS NOT NULL
                    ORDER BY p.id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, order_id AS "orderId", ip`,
      [limit],
    );
    return rows;
  }
}
