import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { SALE_MARGIN_MINUTES } from '../../catalog/catalog.types';
import type { PlaceReach } from '../../common/gateway/place-reach';
import { MAX_ID } from '../../common/http/request.pipes';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyOrder } from '../orders/order.entity';
import { GIGABYTE, type ProxyStatus, type ProxyType, type Targeting } from '../proxy.types';
import { spentBytes, isSuspendedByShop, RENEWAL_GRACE_DAYS } from '../proxy.sql';
import type { ExtensionRequest, UnrefundedExtension } from './renewal.types';

/** What decides whether and at which price a proxy can be extended, by the clock of the database. */
export interface RenewableProxy extends Targeting {
  readonly id: number;
  readonly type: ProxyType;
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  /** It ended longer ago than it can be renewed. */
  readonly isGone: boolean;
  readonly isSuspended: boolean;
  readonly isRefunded: boolean;
  /** Where its traffic may leave; null is everywhere. */
  readonly reach: PlaceReach | null;
  readonly expiresAt: Date;
  /** The last instant that a sale of its dedicated address may end at; null when there is none. */
  readonly lastEnd: Date | null;
}

const MINUTES_PER_DAY = 24 * 60;

/** What an order of an existing proxy gives. */
const toGift = (request: ExtensionRequest): { bytes: bigint; minutes: number } =>
  request.type === 'individual_ipv4'
    ? { bytes: 0n, minutes: request.durationMinutes }
    : {
        bytes: BigInt(request.gigabytes) * GIGABYTE,
        minutes: request.validityDays * MINUTES_PER_DAY,
      };

/** SQL where the database compares with its clock, moves an end by an interval, or writes two rows at once. */
@Injectable()
export class RenewalRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findOwned(userId: number, id: number): Promise<RenewableProxy | null> {
    return this.find(userId, id);
  }

  /**
   * Locks the proxy until the unit of work ends, after the wallet: the expiry skips or follows it. Only a read that follows
   * the lock sees the address that a concurrent replacement has given it.
   */
  async lockOwned(userId: number, id: number): Promise<RenewableProxy | null> {
    await this.uow
      .requireTransaction()
      .query(`SELECT FROM proxy WHERE user_id = $1 AND id = $2 FOR NO KEY UPDATE`, [userId, id]);
    return this.find(userId, id);
  }

  /**
   * Gives a locked proxy what an order of it is for. An expired one is extended from now, and is in service again unless
   * staff, its owner or its account suspended it.
   */
  async extend(orderId: number, request: ExtensionRequest): Promise<void> {
    const { bytes, minutes } = toGift(request);
    const [, extended] = await this.uow.requireTransaction().query<[unknown, number]>(
      `WITH given AS (
         INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms)
         SELECT $1, id, $3, $4::bigint * 60000 + CASE WHEN $4::bigint = 0 THEN 0 ELSE
             ceil(extract(epoch FROM greatest(now() - expires_at, interval '0')) * 1000) END
         FROM proxy WHERE id = $2 RETURNING added_bytes, added_ms)
       UPDATE proxy p SET limit_bytes = p.limit_bytes + given.added_bytes, updated_at = now(),
         expires_at = p.expires_at + given.added_ms * interval '1 millisecond',
         expiry_warned = CASE WHEN given.added_ms > 0 THEN 0 ELSE p.expiry_warned END,
         status = CASE WHEN p.status <> 'expired' OR given.added_ms = 0 THEN p.status
           WHEN p.suspended_by_owner OR ${isSuspendedByShop('p')} THEN 'suspended' ELSE 'active' END
       FROM given WHERE p.id = $2`,
      [orderId, request.proxyId, bytes.toString(), minutes],
    );
    if (extended !== 1) throw new Error(`No proxy ${request.proxyId}`);
  }

  /**
   * Takes back what an order gave: at most the period that was bought and no time that is over, and no traffic that is or may
   * yet be used. Requires the meter of the proxy to be locked.
   */
  async takeBack(orderId: number, request: ExtensionRequest): Promise<void> {
    const [, taken] = await this.uow.requireTransaction().query<[unknown, number]>(
      `WITH taken AS (
         UPDATE proxy_extension x SET retracted_at = now(),
           taken_ms = least($2::bigint * 60000,
             greatest(0, floor(extract(epoch FROM p.expires_at - now()) * 1000)::bigint)),
           taken_bytes = least(x.added_bytes, greatest(0, p.limit_bytes - ${spentBytes('p')}))
         FROM proxy p WHERE x.order_id = $1 AND p.id = x.proxy_id AND x.retracted_at IS NULL
         RETURNING x.proxy_id, x.taken_ms, x.taken_bytes)
       UPDATE proxy p SET limit_bytes = p.limit_bytes - taken.taken_bytes, updated_at = now(),
         expires_at = p.expires_at - taken.taken_ms * interval '1 millisecond'
       FROM taken WHERE p.id = taken.proxy_id`,
      [orderId, toGift(request).minutes],
    );
    if (taken !== 1) throw new Error(`Order ${orderId} gave nothing that can be taken back`);
  }

  /** Whether an order that bought proxies has renewals or added traffic that are not refunded. */
  hasUnrefundedExtensions(orderId: number): Promise<boolean> {
    return this.unrefundedExtensions(orderId).getExists();
  }

  /** Of the proxies that the order bought, oldest first. */
  async findUnrefundedExtensions(orderId: number): Promise<UnrefundedExtension[]> {
    const orders = await this.unrefundedExtensions(orderId).orderBy('o.id').getMany();
    return orders.map(({ id, transactionId, amountKobo }) => ({
      orderId: id,
      transactionId,
      paid: Money.kobo(amountKobo),
    }));
  }

  private unrefundedExtensions(orderId: number): SelectQueryBuilder<ProxyOrder> {
    return this.uow.manager
      .createQueryBuilder(ProxyOrder, 'o')
      .where(`o.proxy_id IN (SELECT p.id FROM proxy p WHERE p.order_id = :orderId)`, { orderId })
      .andWhere(`o.status <> 'refunded'`);
  }

  private async find(userId: number, id: number): Promise<RenewableProxy | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [row] = await this.uow.manager.query<RenewableProxy[]>(
      `SELECT p.id, p.type, p.status, p.country, p.region, p.city, p.isp, p.reach, p.expires_at AS "expiresAt",
              (p.status = 'expired' OR p.expires_at <= now()) AS "isExpired",
              p.expires_at <= now() - interval '${RENEWAL_GRACE_DAYS} days' AS "isGone",
              ${isSuspendedByShop('p')} AS "isSuspended",
              o.status = 'refunded' AS "isRefunded",
              s.upstream_expires_at - interval '${SALE_MARGIN_MINUTES} minutes' AS "lastEnd"
       FROM proxy p JOIN proxy_order o ON o.id = p.order_id
       LEFT JOIN stock_unit s ON s.order_id = p.order_id AND s.address = p.ip
       WHERE p.user_id = $1 AND p.id = $2`,
      [userId, id],
    );
    return row ?? null;
  }
}
