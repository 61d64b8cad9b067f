import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { StockService } from '../../catalog/stock/stock.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  ProxyExtension,
  toGift,
  type ExtensionRequest,
  type ProxyOrder,
} from '../orders/order.entity';
import { PlaceService } from '../places/place.service';
import { compensatedBytes, lockedInOrder, meteredBytes, spentBytes } from '../proxy.sql';
import { AutoRenewalSettingsService } from '../renewal/auto-renewal-settings.service';
import { AutoTrafficService } from '../renewal/auto-traffic.service';
import type { RefundableProxy } from './unused-part';

/** All proxies that an order bought, or one. */
export interface Goods {
  readonly column: 'order_id' | 'id';
  readonly value: number;
}

/** Takes back what a refunded order gave, with the wallet of its owner locked. */
@Injectable()
export class OrderWithdrawalService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly stock: StockService,
    private readonly autoRenewals: AutoRenewalSettingsService,
    private readonly autoTraffic: AutoTrafficService,
    private readonly places: PlaceService,
  ) {}

  /**
   * @param goods the proxies to end of a purchase; all that it bought when left out.
   * @returns the number of ended proxies; none for a renewal or a place, of which only what it gave is taken back.
   */
  async withdraw(
    actor: Actor,
    order: ProxyOrder,
    goods: Goods = { column: 'order_id', value: order.id },
  ): Promise<number> {
    const { id, kind, proxyId } = order;
    if (kind === 'purchase') return this.endProxies(goods);
    if (kind === 'place') await this.places.giveBack(actor, order);
    else {
      await this.lockMeters({ column: 'id', value: proxyId! });
      await this.takeBackExtension(id, order.request as ExtensionRequest);
      await this.places.refold(proxyId!);
      await this.autoRenewals.stopRefunded(id, proxyId!);
      await this.autoTraffic.stopRefunded(id, proxyId!);
    }
    return 0;
  }

  /** Ends proxies for good. @returns the number of those that had not come to their end. */
  private async endProxies({ column, value }: Goods): Promise<number> {
    const [ended] = await this.uow
      .requireTransaction()
      .query<[{ id: number; orderId: number; ip: string | null }[], number]>(
        `UPDATE proxy SET status = 'expired', expires_at = least(expires_at, now()), suspended_by_staff = true,
           refunded_at = now(), updated_at = now()
         WHERE ${lockedInOrder(`${column} = $1 AND status <> 'expired'`)} RETURNING id, order_id AS "orderId", ip`,
        [value],
      );
    await this.stock.release(
      ended.flatMap(({ orderId, ip: address }) => (address === null ? [] : [{ orderId, address }])),
    );
    await this.autoRenewals.stop(
      ended.map(({ id }) => id),
      'order_refunded',
    );
    return ended.length;
  }

  /** Proxies that a refund has not ended, with what the meters have of them. */
  async findRefundable({ column, value }: Goods): Promise<RefundableProxy[]> {
    const rows = await this.uow.manager.query<
      { price: string; limit: string | null; used: string; expiresAt: Date }[]
    >(
      `SELECT p.price_kobo AS price, p.limit_bytes - ${compensatedBytes('p')} AS "limit", p.expires_at AS "expiresAt",
              greatest(p.used_bytes, ${spentBytes('p')}) AS used
       FROM proxy p
       WHERE p.${column} = $1 AND p.status IN ('active', 'suspended') AND p.refunded_at IS NULL`,
      [value],
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
   */
  async lockMeters({ column, value }: Goods): Promise<void> {
    const manager = this.uow.requireTransaction();
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
  async closeMeters({ column, value }: Goods): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE proxy p SET limit_bytes = least(p.limit_bytes, ${meteredBytes('p')} + gateway_leased(p.id))
       WHERE p.${column} = $1 AND p.limit_bytes IS NOT NULL`,
      [value],
    );
  }

  /**
   * Takes back what an order gave: at most the period that was bought and no time that is over, and no traffic that is or may
   * yet be used. Requires the meter of the proxy to be locked.
   */
  private async takeBackExtension(orderId: number, request: ExtensionRequest): Promise<void> {
    const manager = this.uow.requireTransaction();
    const [, taken] = await manager.query<[unknown, number]>(
      `WITH taken AS (
         UPDATE proxy_extension x SET retracted_at = now(),
           taken_ms = least($2::bigint * 60000,
             greatest(0, floor(extract(epoch FROM p.expires_at - now()) * 1000)::bigint)),
           taken_bytes = least(x.added_bytes, greatest(0, p.limit_bytes - ${compensatedBytes('p')} - ${spentBytes('p')}))
         FROM proxy p WHERE x.order_id = $1 AND p.id = x.proxy_id AND x.retracted_at IS NULL
         RETURNING x.proxy_id, x.taken_ms, x.taken_bytes)
       UPDATE proxy p SET limit_bytes = p.limit_bytes - taken.taken_bytes, updated_at = now(),
         expires_at = p.expires_at - taken.taken_ms * interval '1 millisecond'
       FROM taken WHERE p.id = taken.proxy_id`,
      [orderId, toGift(request).minutes],
    );
    // The refund of its unused part took it back, and this is the refund of the rest.
    if (
      taken === 0 &&
      (await manager.existsBy(ProxyExtension, { orderId, retractedAt: Not(IsNull()) }))
    )
      return;
    if (taken !== 1) throw new Error(`Order ${orderId} gave nothing that can be taken back`);
  }
}
