import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
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

/** SQL: the bytes of the gateway account `g` that the meter has: the shop's copy in `proxy.used_bytes` comes later. */
export const USED = `coalesce((SELECT m.bytes_up + m.bytes_down FROM gateway_meter m WHERE m.proxy_id = g.id), 0)`;

/**
 * SQL: the bytes of the gateway account `g` that are used or may be used already. All leases count, also of processes
 * that are silent: they go on within theirs, and book it when they reach the database again.
 */
const SPENT = `(${USED} + coalesce((SELECT sum(l.bytes) FROM gateway_lease l WHERE l.proxy_id = g.id), 0))::bigint`;

/**
 * SQL: the bytes that the proxy `p` was sold and that are not refunded. Until it is taken back, the traffic of a refunded
 * extension is still in its limit.
 */
const PAID_LIMIT = `(p.limit_bytes - coalesce((SELECT sum(x.added_bytes) FROM proxy_extension x
  JOIN proxy_order o ON o.id = x.order_id
  WHERE x.proxy_id = p.id AND o.status = 'refunded' AND x.retracted_at IS NULL), 0))::bigint`;

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

  /** Proxies of the order that a refund has not ended, with what the meter has of them. */
  async findRefundable(orderId: number): Promise<RefundableProxy[]> {
    const rows = await this.uow.manager.query<
      { price: string; limit: string | null; used: string; expiresAt: Date }[]
    >(
      `SELECT p.price_kobo AS price, ${PAID_LIMIT} AS "limit", p.expires_at AS "expiresAt",
              greatest(p.used_bytes, ${SPENT}) AS used
       FROM proxy p LEFT JOIN gateway_account g ON g.api_id = p.proxy_api_id AND p.provider = 'embedded'
       WHERE p.order_id = $1 AND p.status IN ('active', 'suspended') AND p.refunded_at IS NULL`,
      [orderId],
    );
    return rows.map(({ price, limit, used, expiresAt }) => ({
      priceKobo: BigInt(price),
      limitBytes: limit === null ? null : BigInt(limit),
      usedBytes: BigInt(used),
      expiresAt,
    }));
  }

  /** Until the unit of work ends, no gateway books usage of the order's proxies or leases of their traffic. */
  async lockMeters(orderId: number): Promise<void> {
    const manager = this.uow.requireTransaction();
    const accounts = await manager.query<{ id: number }[]>(
      `SELECT g.id FROM gateway_account g JOIN proxy p ON p.proxy_api_id = g.api_id AND p.provider = 'embedded'
       WHERE p.order_id = $1 ORDER BY g.id FOR NO KEY UPDATE OF g`,
      [orderId],
    );
    const ids = accounts.map(({ id }) => id);
    await manager.query(
      `INSERT INTO gateway_meter (proxy_id) SELECT * FROM unnest($1::int[]) ON CONFLICT DO NOTHING`,
      [ids],
    );
    await manager.query(
      `SELECT FROM gateway_meter WHERE proxy_id = ANY($1) ORDER BY proxy_id FOR UPDATE`,
      [ids],
    );
  }

  /**
   * Leaves the gateways nothing but the leases that they have: they go on for a moment, until they know of the
   * suspension. After `lockMeters`.
   */
  async closeMeters(orderId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE gateway_account g SET limit_bytes = least(g.limit_bytes, ${USED} + gateway_leased(g.id)), updated_at = now()
       FROM proxy p WHERE p.order_id = $1 AND p.proxy_api_id = g.api_id AND p.provider = 'embedded'
         AND g.limit_bytes IS NOT NULL`,
      [orderId],
    );
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
