import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { lockedInOrder, meteredBytes, spentBytes } from '../proxy.sql';
import type { RefundableProxy } from './unused-part';

/** A proxy that ended with a refund. */
export interface EndedProxy {
  readonly id: number;
  readonly orderId: number;
  /** Dedicated address, which is for sale again. */
  readonly ip: string | null;
}

/** Proxies whose order is refunded, with the wallet of their owner locked. SQL over the meters of the gateways. */
@Injectable()
export class OrderRefundRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Ends the proxies of an order for good. @returns those that had not come to their end. */
  async endProxies(orderId: number): Promise<EndedProxy[]> {
    const [rows] = await this.uow.requireTransaction().query<[EndedProxy[], number]>(
      `UPDATE proxy SET status = 'expired', expires_at = least(expires_at, now()), suspended_by_staff = true,
         refunded_at = now(), updated_at = now()
       WHERE ${lockedInOrder(`order_id = $1 AND status <> 'expired'`)} RETURNING id, order_id AS "orderId", ip`,
      [orderId],
    );
    return rows;
  }

  /** Proxies of the order that a refund has not ended, with what the meters have of them. */
  async findRefundable(orderId: number): Promise<RefundableProxy[]> {
    const rows = await this.uow.manager.query<
      { price: string; limit: string | null; used: string; expiresAt: Date }[]
    >(
      `SELECT p.price_kobo AS price, p.limit_bytes AS "limit", p.expires_at AS "expiresAt",
              greatest(p.used_bytes, ${spentBytes('p')}) AS used
       FROM proxy p
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

  /**
   * Locks proxies and then their meters until the unit of work ends: no gateway books usage of them or leases of their
   * traffic.
   * @param of all proxies that an order bought, or one proxy.
   */
  async lockMeters(of: { readonly orderId: number } | { readonly proxyId: number }): Promise<void> {
    const manager = this.uow.requireTransaction();
    const [column, value] = 'orderId' in of ? ['order_id', of.orderId] : ['id', of.proxyId];
    const proxies = await manager.query<{ id: number }[]>(
      `SELECT id FROM proxy WHERE ${column} = $1 ORDER BY id FOR NO KEY UPDATE`,
      [value],
    );
    const ids = proxies.map(({ id }) => id);
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
   * end. After `lockMeters`.
   */
  async closeMeters(orderId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE proxy p SET limit_bytes = least(p.limit_bytes, ${meteredBytes('p')} + gateway_leased(p.id))
       WHERE p.order_id = $1 AND p.limit_bytes IS NOT NULL`,
      [orderId],
    );
  }
}
