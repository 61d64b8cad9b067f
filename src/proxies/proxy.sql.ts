import { MAX_ID } from '../common/http/request.pipes';
import type { UnitOfWork } from '../database/unit-of-work';
import { proxyNotFound } from './proxies.errors';
import { RENEWAL_GRACE_DAYS } from './proxy.types';

/**
 * Until the unit of work ends, the account of a user is neither suspended nor resumed, which locks its row and then its
 * proxies. Call it before a proxy is locked: the audit trail and the wallet refer to that row later.
 */
export async function lockOwnerShared(uow: UnitOfWork, userId: number): Promise<void> {
  await uow.requireTransaction().query(`SELECT FROM users WHERE id = $1 FOR KEY SHARE`, [userId]);
}

/** @throws DomainError not_found for an id that is none, or of somebody else's proxy. */
export async function assertOwnsProxy(
  { manager }: Pick<UnitOfWork, 'manager'>,
  userId: number,
  id: number,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<void> {
  const isId = id >= 1 && id <= MAX_ID;
  const rows: unknown[] = isId
    ? await manager.query(`SELECT FROM proxy WHERE user_id = $1 AND id = $2 ${lock}`, [userId, id])
    : [];
  if (!rows.length) throw proxyNotFound();
}

/** As `assertOwnsProxy`, and locks the proxy until the unit of work ends. */
export const lockOwnProxy = (uow: UnitOfWork, userId: number, id: number): Promise<void> =>
  assertOwnsProxy({ manager: uow.requireTransaction() }, userId, id, 'FOR NO KEY UPDATE');

/**
 * SQL condition of an UPDATE of several proxies: it locks them in the order of their ids, as every other one does, so that
 * two of them never wait for each other.
 */
export const lockedInOrder = (condition: string): string =>
  `id IN (SELECT id FROM proxy WHERE ${condition} ORDER BY id FOR NO KEY UPDATE)`;

/**
 * SQL of proxies whose owner wants to keep them: in service, or suspended by the owner alone. Proxies of suspended
 * accounts are not told apart here. Must equal the condition of proxy_expiry_notice_idx.
 */
export const isActiveOrSuspendedByOwner = (proxy: string): string =>
  `(${proxy}.status = 'active' OR (${proxy}.status = 'suspended' AND ${proxy}.suspended_by_owner AND NOT ${proxy}.suspended_by_staff))`;

/**
 * SQL of the bytes that compensations gave. They are used last and have no price, so that no refund pays them out.
 * @param proxy alias of `proxy`.
 */
export const compensatedBytes = (proxy: string): string =>
  `(SELECT coalesce(sum(k.megabytes), 0)::bigint * 1048576 FROM compensation_proxy g
    JOIN compensation k ON k.id = g.compensation_id WHERE g.proxy_id = ${proxy}.id AND g.given_at IS NOT NULL)`;

/** SQL condition: staff or the suspension of the account took it out of service. @param proxy alias of `proxy`. */
export const isSuspendedByShop = (proxy: string): string =>
  `(${proxy}.suspended_by_staff OR (${proxy}.status = 'suspended' AND NOT ${proxy}.suspended_by_owner)
    OR EXISTS (SELECT FROM account_suspension h WHERE h.user_id = ${proxy}.user_id))`;

/**
 * SQL condition: its owner can renew the proxy, as `assertExtendable` decides for a renewal; how long a rented address
 * lasts is no part of it. @param proxy alias of `proxy`.
 */
export const isRenewable = (proxy: string): string =>
  `(NOT ${isSuspendedByShop(proxy)}
    AND ((${proxy}.status <> 'expired' AND ${proxy}.expires_at > now()) OR (${proxy}.type <> 'individual_ipv4'
      AND ${proxy}.expires_at > now() - interval '${RENEWAL_GRACE_DAYS} days'))
    AND NOT EXISTS (SELECT FROM proxy_order ro WHERE ro.id = ${proxy}.order_id AND ro.status = 'refunded'))`;

/**
 * SQL condition: the owner may replace the address of the proxy, which is in use and on a unit that was bought at a
 * provider. An address of the shop's own exits has no other behind it. How often in 30 days is no part of it.
 * @param proxy alias of `proxy`.
 */
export const hasReplaceableAddress = (proxy: string): string =>
  `(${proxy}.type = 'individual_ipv4' AND ${proxy}.status = 'active' AND ${proxy}.expires_at > now()
    AND ${proxy}.refunded_at IS NULL AND EXISTS (
      SELECT FROM stock_unit su JOIN proxy_order so ON so.id = su.order_id
      WHERE su.order_id = ${proxy}.order_id AND su.address = ${proxy}.ip
        AND su.upstream_url_encrypted IS NOT NULL AND so.status <> 'refunded'))`;

/** SQL: the bytes that the gateways have metered of a proxy; `proxy.used_bytes` follows. @param proxy alias of `proxy`. */
export const meteredBytes = (proxy: string): string =>
  `coalesce((SELECT m.bytes_up + m.bytes_down FROM gateway_meter m WHERE m.proxy_id = ${proxy}.id), 0)`;

/**
 * SQL: the bytes that are used or may be used already. All leases count, also of processes that are silent: they go on
 * within theirs, and book it when they reach the database again. @param proxy alias of `proxy`.
 */
export const spentBytes = (proxy: string): string =>
  `(${meteredBytes(proxy)} + coalesce((SELECT sum(l.bytes) FROM gateway_lease l WHERE l.proxy_id = ${proxy}.id), 0))::bigint`;
