import { SALE_MARGIN_MINUTES } from '../../catalog/catalog.types';
import type { PlaceReach } from '../../common/gateway/place-reach';
import { MAX_ID } from '../../common/http/request.pipes';
import { MINUTE } from '../../common/time/clock';
import type { UnitOfWork } from '../../database/unit-of-work';
import type { ExtensionRequest } from '../orders/order.entity';
import {
  addressEnds,
  addressReleased,
  endedTooLongAgo,
  proxyNotFound,
  refundedProxy,
  renewFirst,
  suspendedProxy,
} from '../proxies.errors';
import { isSuspendedByShop, lockOwnProxy } from '../proxy.sql';
import {
  RENEWAL_GRACE_DAYS,
  type ProxyStatus,
  type ProxyType,
  type Targeting,
} from '../proxy.types';

/** What decides whether and at which price a proxy can be extended or moved, by the clock of the database. */
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

/** @throws DomainError not_found. */
export async function getRenewable(
  { manager }: UnitOfWork,
  userId: number,
  id: number,
): Promise<RenewableProxy> {
  if (id < 1 || id > MAX_ID) throw proxyNotFound();
  const [row] = await manager.query<RenewableProxy[]>(
    `SELECT p.id, p.type, p.status, p.country, p.region, p.city, p.isp, p.reach, p.expires_at AS "expiresAt",
            (p.status = 'expired' OR p.expires_at <= now()) AS "isExpired",
            p.expires_at <= now() - interval '${RENEWAL_GRACE_DAYS} days' AS "isGone",
            ${isSuspendedByShop('p')} AS "isSuspended",
            (o.status = 'refunded' OR p.refunded_at IS NOT NULL) AS "isRefunded",
            s.upstream_expires_at - interval '${SALE_MARGIN_MINUTES} minutes' AS "lastEnd"
     FROM proxy p JOIN proxy_order o ON o.id = p.order_id
     LEFT JOIN stock_unit s ON s.order_id = p.order_id AND s.address = p.ip
     WHERE p.user_id = $1 AND p.id = $2`,
    [userId, id],
  );
  if (!row) throw proxyNotFound();
  return row;
}

/**
 * Locks the proxy until the unit of work ends, after the wallet: the expiry skips or follows it. Only a read that follows
 * the lock sees the address that a concurrent replacement has given it.
 * @throws DomainError not_found.
 */
export async function lockRenewable(
  uow: UnitOfWork,
  userId: number,
  id: number,
): Promise<RenewableProxy> {
  await lockOwnProxy(uow, userId, id);
  return getRenewable(uow, userId, id);
}

/** @throws DomainError conflict with what the customer can do instead. */
export function assertExtendable(proxy: RenewableProxy, request: ExtensionRequest): void {
  if (proxy.isRefunded) throw refundedProxy();
  if (proxy.isExpired && proxy.type === 'individual_ipv4') throw addressReleased();
  if (proxy.isExpired && proxy.isGone) throw endedTooLongAgo();
  if (proxy.isSuspended) throw suspendedProxy();
  if (proxy.isExpired && request.kind === 'traffic') throw renewFirst();
  const { lastEnd, expiresAt } = proxy;
  if (lastEnd && request.type === 'individual_ipv4') {
    const end = expiresAt.getTime() + request.durationMinutes * MINUTE;
    if (end > lastEnd.getTime()) throw addressEnds(lastEnd);
  }
}
