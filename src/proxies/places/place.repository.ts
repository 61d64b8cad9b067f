import { Injectable } from '@nestjs/common';
import { uniteReach, type PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { OrderKind } from '../proxy.types';
import { meteredBytes } from '../proxy.sql';
import { findWidened, foldReach, type SoldTraffic } from './place-price';

/** Traffic of an order of a proxy that is not refunded. */
export interface SoldOrder extends SoldTraffic {
  readonly orderId: number;
}

interface OrderRow {
  readonly id: number;
  readonly kind: OrderKind;
  readonly reach: PlaceReach | null;
  readonly gigabytes: number | null;
  readonly worthKobo: string;
}

/**
 * Orders of a proxy and the reach that follows from them. SQL for what orders of several kinds come to, and for the
 * traffic that is not used.
 */
@Injectable()
export class PlaceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. */
  async findSold(proxyId: number): Promise<SoldOrder[]> {
    const orders = await this.findOrders(proxyId);
    return orders
      .filter(({ kind, gigabytes }) => kind !== 'place' && gigabytes !== null)
      .map(({ id, gigabytes, worthKobo }) => ({
        orderId: id,
        gigabytes: gigabytes!,
        worth: Money.kobo(BigInt(worthKobo)),
      }))
      .reverse();
  }

  /** Traffic that is not used. */
  async countUnused(proxyId: number): Promise<bigint> {
    const [row] = await this.uow.manager.query<{ bytes: string }[]>(
      `SELECT greatest(p.limit_bytes - greatest(p.used_bytes, ${meteredBytes('p')}), 0)::bigint AS bytes
       FROM proxy p WHERE p.id = $1`,
      [proxyId],
    );
    return BigInt(row?.bytes ?? 0);
  }

  /** Stores the reach that follows from the orders. Locks the proxy. @returns it. */
  async refold(proxyId: number): Promise<PlaceReach | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM proxy WHERE id = $1 FOR NO KEY UPDATE`, [proxyId]);
    const reach = foldReach(await this.findOrders(proxyId));
    await this.storeReach(proxyId, reach);
    return reach;
  }

  /** What `refold` comes to after an order that was added last. */
  async storeReach(proxyId: number, reach: PlaceReach | null): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `UPDATE proxy SET reach = $2::jsonb WHERE id = $1 AND reach IS DISTINCT FROM $2::jsonb`,
        [proxyId, reach && JSON.stringify(reach)],
      );
  }

  /** The orders of a free move beyond the reach reach as much besides. */
  async widen(proxyId: number, more: PlaceReach | null): Promise<void> {
    for (const { id, reach } of findWidened(await this.findOrders(proxyId)))
      if (reach)
        await this.uow
          .requireTransaction()
          .query(`UPDATE proxy_order SET reach = $2::jsonb WHERE id = $1`, [
            id,
            JSON.stringify(uniteReach(reach, more)),
          ]);
    await this.refold(proxyId);
  }

  /** Whether another place was bought after the one of an order, at a price that may count on it. */
  async hasLaterPlace(orderId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT FROM proxy_order o JOIN proxy_order later ON later.proxy_id = o.proxy_id
         AND later.kind = 'place' AND later.id > o.id AND later.status <> 'refunded'
       WHERE o.id = $1) AS found`,
      [orderId],
    );
    return row?.found ?? false;
  }

  /** Of the proxy, oldest first. */
  private findOrders(proxyId: number): Promise<OrderRow[]> {
    return this.uow.manager.query(
      `SELECT o.id, o.kind, o.reach, (o.request ->> 'gigabytes')::int AS gigabytes,
              greatest(o.amount_kobo, (SELECT max((place.request #>> ARRAY['worth', o.id::text])::bigint)
                FROM proxy_order place WHERE place.proxy_id = $1 AND place.kind = 'place' AND place.status <> 'refunded'))
                AS "worthKobo"
       FROM proxy_order o
       WHERE (o.proxy_id = $1 OR o.id = (SELECT order_id FROM proxy WHERE id = $1)) AND o.status <> 'refunded' ORDER BY o.id`,
      [proxyId],
    );
  }
}
