import { Injectable } from '@nestjs/common';
import { uniteReach, type PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { OrderKind } from '../orders/order.types';
import { USED } from '../refunds/order-refund.repository';
import { findWidened, foldReach, type SoldTraffic } from './place-price';
import type { NewPlaceOrder } from './place.types';

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

const IN_DELIVERY = `o.status IN ('charged', 'unknown')`;

/** Until its traffic is taken back, a refunded renewal counts: some of the traffic is its own. */
const COUNTS = `(o.status <> 'refunded' OR EXISTS (SELECT FROM proxy_extension x
  WHERE x.order_id = o.id AND x.retracted_at IS NULL))`;

/**
 * Orders of a proxy and the reach that follows from them. SQL for what orders of several kinds come to, and for the
 * traffic that the proxy has not used or not got yet.
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

  /** Traffic that is not used, that of paid orders in delivery included. */
  async countUnused(proxyId: number): Promise<bigint> {
    const [row] = await this.uow.manager.query<{ bytes: string }[]>(
      `SELECT greatest(p.limit_bytes - greatest(p.used_bytes, ${USED}), 0)
         + coalesce((SELECT sum((o.request ->> 'gigabytes')::bigint) * 1073741824
         FROM proxy_order o WHERE o.proxy_id = p.id AND ${IN_DELIVERY}), 0) AS bytes
       FROM proxy p LEFT JOIN gateway_account g ON g.api_id = p.proxy_api_id AND p.provider = 'embedded' WHERE p.id = $1`,
      [proxyId],
    );
    return BigInt(row?.bytes ?? 0);
  }

  /** Whether traffic or a renewal of the proxy is paid, and may yet be refused by the provider. */
  async hasOpenExtension(proxyId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT FROM proxy_order o WHERE o.proxy_id = $1 AND ${IN_DELIVERY}) AS found`,
      [proxyId],
    );
    return row?.found ?? false;
  }

  /** Locks the orders of a proxy until the unit of work ends: newest first, as the refund of a place does. */
  async lockOrders(proxyId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `SELECT FROM proxy_order WHERE proxy_id = $1 OR id = (SELECT order_id FROM proxy WHERE id = $1)
       ORDER BY id DESC FOR UPDATE`,
      [proxyId],
    );
  }

  /** Stores the reach that follows from the orders. Locks the proxy. @returns it. */
  async refold(proxyId: number): Promise<PlaceReach | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM proxy WHERE id = $1 FOR UPDATE`, [proxyId]);
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

  /** `refold` of the proxy that an order extended or moved; nothing for a purchase. */
  async refoldAfter(orderId: number): Promise<void> {
    const [row] = await this.uow
      .requireTransaction()
      .query<{ proxyId: number }[]>(
        `SELECT proxy_id AS "proxyId" FROM proxy_order WHERE id = $1 AND proxy_id IS NOT NULL`,
        [orderId],
      );
    if (row) await this.refold(row.proxyId);
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

  /** A place is given as soon as it is paid. @returns the id of the order. */
  async insertOrder(order: NewPlaceOrder): Promise<number> {
    const [row] = await this.uow.requireTransaction().query<[{ id: number }]>(
      `INSERT INTO proxy_order (user_id, idempotency_key, type, kind, proxy_id, quantity, amount_kobo, request,
         transaction_id, status, reach)
       VALUES ($1, $2, $3, 'place', $4, 1, $5, $6::jsonb, $7, 'delivered', $8::jsonb) RETURNING id`,
      [
        order.userId,
        order.idempotencyKey,
        order.request.type,
        order.request.proxyId,
        order.amount.kobo.toString(),
        JSON.stringify(order.request),
        order.transactionId,
        order.reach && JSON.stringify(order.reach),
      ],
    );
    return row.id;
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
       WHERE (o.proxy_id = $1 OR o.id = (SELECT order_id FROM proxy WHERE id = $1)) AND ${COUNTS} ORDER BY o.id`,
      [proxyId],
    );
  }
}
