import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { SALE_MARGIN_MINUTES } from '../../catalog/catalog.types';
import type { PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyOrder } from '../orders/proxy-order.entity';
import type { NewOrder } from '../orders/order.repository';
import type { Extension } from '../ports/proxy-provider.port';
import type { ProxyStatus, ProxyType, Targeting } from '../proxy.types';
import { PAID_UNTIL } from './paid-until';
import { ProxyExtension } from './proxy-extension.entity';
import { isSuspendedByShop, RENEWAL_GRACE_DAYS } from './renewable';
import type { ExtensionRequest, UnrefundedExtension } from './renewal.types';

/**
 * What decides whether and at which price a proxy can be extended, by the clock of the database. Its place is the one that
 * was requested last, also before the provider has applied it.
 */
export interface RenewableProxy extends Targeting {
  readonly id: number;
  readonly type: ProxyType;
  readonly apiId: string;
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  /** It ended longer ago than it can be renewed. */
  readonly isGone: boolean;
  readonly isSuspended: boolean;
  readonly isRefunded: boolean;
  /** Where its traffic may leave; null is everywhere. */
  readonly reach: PlaceReach | null;
  /** Its end after the renewals that are paid and not delivered yet. */
  readonly paidUntil: Date;
  /** The last instant that a sale of its dedicated address may end at; null when there is none. */
  readonly lastEnd: Date | null;
}

export type NewExtensionOrder = Omit<NewOrder, 'request' | 'quantity'> & {
  readonly request: ExtensionRequest;
};

const MAX_ID = 2_147_483_647;

/** SQL where the database compares with its clock, moves an end by an interval, or writes two rows at once. */
@Injectable()
export class RenewalRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findOwned(userId: number, id: number): Promise<RenewableProxy | null> {
    return this.find(userId, id, '');
  }

  /** Locks the proxy until the unit of work ends, after the wallet: the expiry skips or follows it. */
  lockOwned(userId: number, id: number): Promise<RenewableProxy | null> {
    return this.find(userId, id, 'FOR UPDATE OF p');
  }

  /** Lets a refund of the order that bought the proxy come first, or wait. */
  async lockPurchase(proxyId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `SELECT FROM proxy_order WHERE id = (SELECT order_id FROM proxy WHERE id = $1) FOR UPDATE`,
        [proxyId],
      );
  }

  /** Inserts the order and its attempt with status `sent`, before the provider is called. */
  async insertOrder(
    order: NewExtensionOrder,
  ): Promise<{ orderId: number; attemptId: number; createdAt: Date }> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ orderId: number; attemptId: number; createdAt: Date }]>(
        `WITH placed AS (
           INSERT INTO proxy_order (user_id, idempotency_key, type, kind, proxy_id, quantity, amount_kobo,
                                    request, transaction_id, reach)
           VALUES ($1, $2, $3, $4, $5, 1, $6, $7::jsonb, $8, $12::jsonb) RETURNING id, created_at),
         attempt AS (
           INSERT INTO provider_attempt (order_id, provider, key, status, next_check_at)
           SELECT id, $9, $10, 'sent', now() + make_interval(secs => $11::float8 / 1000) FROM placed
           RETURNING id)
         SELECT placed.id AS "orderId", attempt.id AS "attemptId", placed.created_at AS "createdAt"
         FROM placed, attempt`,
        [
          order.userId,
          order.idempotencyKey,
          order.request.type,
          order.request.kind,
          order.request.proxyId,
          order.amount.kobo.toString(),
          JSON.stringify(order.request),
          order.transactionId,
          order.provider,
          order.attemptKey,
          order.firstCheckMs,
          order.reach && JSON.stringify(order.reach),
        ],
      );
    return row;
  }

  async findApiId(proxyId: number): Promise<string> {
    const [row] = await this.uow.manager.query<{ apiId: string }[]>(
      `SELECT proxy_api_id AS "apiId" FROM proxy WHERE id = $1`,
      [proxyId],
    );
    if (!row) throw new Error(`No proxy ${proxyId}`);
    return row.apiId;
  }

  /**
   * Stores what the provider gave and gives it to the proxy, whatever its status. An expired proxy is in
   * service again unless staff, its owner or its account suspended it.
   * @returns whether it is in service again, so that the provider has to know its status.
   */
  async applyExtension(
    orderId: number,
    proxyId: number,
    { addedBytes, addedMs }: Extension,
  ): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    await manager.insert(ProxyExtension, { orderId, proxyId, addedBytes, addedMs });
    const [[row]] = await manager.query<[{ revived: boolean }[], number]>(
      `UPDATE proxy p SET limit_bytes = p.limit_bytes + $2::bigint,
         expires_at = p.expires_at + $3::bigint * interval '1 millisecond', updated_at = now(),
         expiry_warned = CASE WHEN $3::bigint > 0 THEN 0 ELSE p.expiry_warned END,
         status = CASE WHEN p.status <> 'expired' OR $3::bigint = 0 THEN p.status
           WHEN p.suspended_by_owner OR ${isSuspendedByShop('p')} THEN 'suspended' ELSE 'active' END,
         provider_due_at = CASE WHEN p.status = 'expired' AND $3::bigint > 0
           THEN coalesce(p.provider_due_at, now()) ELSE p.provider_due_at END
       WHERE p.id = $1 RETURNING p.provider_due_at IS NOT NULL AS revived`,
      [proxyId, addedBytes.toString(), addedMs.toString()],
    );
    if (!row) throw new Error(`No proxy ${proxyId}`);
    return row.revived;
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

  private async find(userId: number, id: number, lock: string): Promise<RenewableProxy | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [row] = await this.uow.manager.query<RenewableProxy[]>(
      `SELECT p.id, p.type, p.proxy_api_id AS "apiId", p.status, place.country, place.region, place.city, place.isp, p.reach,
              (p.status = 'expired' OR p.expires_at <= now()) AS "isExpired",
              p.expires_at <= now() - interval '${RENEWAL_GRACE_DAYS} days' AS "isGone",
              ${isSuspendedByShop('p')} AS "isSuspended",
              o.status = 'refunded' AS "isRefunded", ${PAID_UNTIL} AS "paidUntil",
              s.upstream_expires_at - interval '${SALE_MARGIN_MINUTES} minutes' AS "lastEnd"
       FROM proxy p JOIN proxy_order o ON o.id = p.order_id
       CROSS JOIN LATERAL jsonb_to_record(coalesce(p.config_request #> '{config,targeting}',
         jsonb_build_object('country', p.country, 'region', p.region, 'city', p.city, 'isp', p.isp)))
         AS place (country text, region text, city text, isp text)
       LEFT JOIN stock_unit s ON s.order_id = p.order_id AND s.address = p.ip
       WHERE p.user_id = $1 AND p.id = $2 ${lock}`,
      [userId, id],
    );
    return row ?? null;
  }
}
