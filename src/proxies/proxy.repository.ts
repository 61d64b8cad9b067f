import { Injectable } from '@nestjs/common';
import type { PlaceReach } from '../common/gateway/place-reach';
import { Money } from '../common/money/money';
import { sourcesOf } from '../common/state-machine';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import { ATTEMPT_MOVES } from './orders/order.state';
import type { DeliveredUnit } from './ports/proxy-provider.port';
import { keptByOwner } from './renewal/kept-by-owner';
import { isRenewable } from './renewal/renewable';
import { hasReplaceableAddress } from './stock-replacement/replaceable-address';
import type { AutoRenewState, Protocol, ProxyStatus, ProxyType, Targeting } from './proxy.types';

/** A proxy row with the password encrypted. Expiry is decided by the clock of the database. */
export interface StoredProxy extends Targeting {
  id: number;
  uuid: string;
  userId: number;
  orderId: number;
  provider: string;
  apiId: string;
  type: ProxyType;
  status: ProxyStatus;
  isExpired: boolean;
  protocol: Protocol;
  host: string;
  port: number;
  portSocks5: number;
  username: string;
  passwordEncrypted: string;
  reach: PlaceReach | null;
  ip: string | null;
  ttlMinutes: number | null;
  sessionId: string | null;
  limitBytes: string | null;
  usedBytes: string;
  priceKobo: string;
  createdAt: Date;
  expiresAt: Date;
  suspendedByOwner: boolean;
  note: string | null;
  tags: string[];
  autoRenew: StoredAutoRenew | null;
  canReplaceAddress: boolean;
  canRenew: boolean;
}

/** As JSON, so the moment is text. */
export type StoredAutoRenew = Omit<AutoRenewState, 'nextChargeAt'> & {
  readonly nextChargeAt: string | null;
};

export interface NewProxy extends Targeting {
  uuid: string;
  passwordEncrypted: string;
  unit: DeliveredUnit;
  ttlMinutes: number | null;
  price: Money;
}

export interface NewProxyBatch {
  userId: number;
  orderId: number;
  provider: string;
  type: ProxyType;
  protocol: Protocol;
  proxies: NewProxy[];
}

/** The plan of `AutoRenewalRepository`, of which the last attempt before this end decides the next. */
const AUTO_RENEW = `(SELECT json_build_object('enabled', a.enabled, 'gigabytes', a.gigabytes,
    'durationMinutes', a.duration_minutes, 'stoppedReason', a.stopped_reason,
    'failures', CASE WHEN a.enabled AND a.cycle IS DISTINCT FROM p.expires_at THEN 0 ELSE a.failures END,
    'nextChargeAt', CASE WHEN a.enabled AND ${keptByOwner('p')} AND p.expires_at > now()
      AND (a.cycle IS DISTINCT FROM p.expires_at OR a.attempted_hours > 2)
      AND NOT EXISTS (SELECT FROM auto_renewal_charge c WHERE c.proxy_id = p.id AND c.cycle = p.expires_at)
      THEN greatest(a.enabled_at, p.expires_at - CASE WHEN a.cycle IS DISTINCT FROM p.expires_at THEN interval '24 hours'
        WHEN a.attempted_hours = 24 THEN interval '12 hours' ELSE interval '2 hours' END) END)
  FROM proxy_auto_renewal a WHERE a.proxy_id = p.id)`;

export const PROXY_COLUMNS = `p.id, p.uuid, p.user_id AS "userId", p.order_id AS "orderId", p.provider,
  p.proxy_api_id AS "apiId", p.type, p.status,
  (p.status = 'expired' OR p.expires_at <= now()) AS "isExpired", p.protocol, p.host, p.port,
  p.port_socks5 AS "portSocks5", p.username, p.password_encrypted AS "passwordEncrypted", p.country,
  p.region, p.city, p.isp, p.reach, p.ip, p.ttl_minutes AS "ttlMinutes", p.session_id AS "sessionId",
  p.limit_bytes AS "limitBytes", p.used_bytes AS "usedBytes", p.price_kobo AS "priceKobo",
  p.created_at AS "createdAt", p.expires_at AS "expiresAt",
  p.suspended_by_owner AS "suspendedByOwner", p.note, p.tags, ${AUTO_RENEW} AS "autoRenew",
  ${hasReplaceableAddress('p')} AS "canReplaceAddress", ${isRenewable('p')} AS "canRenew"`;

const INSERT_DELIVERED = prepareStatement(
  'proxy.insert-delivered',
  `WITH ended AS (
     UPDATE provider_attempt SET status = 'succeeded', reason = NULL, updated_at = now()
     WHERE id = $7 AND order_id = $2 AND status = ANY($8) RETURNING id
   ), p AS (
   INSERT INTO proxy (uuid, user_id, order_id, provider, proxy_api_id, type, protocol, host,
     port, port_socks5, username, password_encrypted, country, region, city, isp, ip, ttl_minutes,
     session_id, limit_bytes, price_kobo, expires_at, reach)
   SELECT n.uuid, $1, $2, $3, n.api_id, $4, $5, n.host, n.port, n.port_socks5, n.username,
          n.password_encrypted, n.country, n.region, n.city, n.isp, n.ip, n.ttl_minutes,
          n.session_id, n.limit_bytes, n.price_kobo, n.expires_at,
          (SELECT o.reach FROM proxy_order o WHERE o.id = $2)
   FROM ended, jsonb_to_recordset($6::jsonb) AS n (uuid uuid, api_id text, host text, port int,
     port_socks5 int, username text, password_encrypted text, country text, region text,
     city text, isp text, ip text, ttl_minutes int, session_id text, limit_bytes bigint,
     price_kobo bigint, expires_at timestamptz)
   RETURNING *)
   SELECT ${PROXY_COLUMNS} FROM p ORDER BY p.id`,
);

/** A renewal is paid and the provider's answer is not known. */
const EXTENSION_OPEN = `EXISTS (SELECT FROM proxy_order o WHERE o.proxy_id = proxy.id AND o.status IN ('charged', 'unknown'))`;

const MAX_ID = 2_147_483_647;

/**
 * SQL where the database compares the expiry with its clock, inserts a delivery from one array, or skips
 * locked rows.
 */
@Injectable()
export class ProxyRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Ends the attempt as succeeded by compare-and-set and inserts what it delivered, in one statement.
   * @returns the proxies; none when the attempt had already ended.
   */
  async insertDelivered(attemptId: number, batch: NewProxyBatch): Promise<StoredProxy[]> {
    const { rows } = await this.uow.executeInTransaction<StoredProxy>(INSERT_DELIVERED, [
      batch.userId,
      batch.orderId,
      batch.provider,
      batch.type,
      batch.protocol,
      JSON.stringify(batch.proxies.map(toRecord)),
      attemptId,
      sourcesOf(ATTEMPT_MOVES, 'succeeded'),
    ]);
    return rows;
  }

  findByOrder(orderId: number): Promise<StoredProxy[]> {
    return this.uow.manager.query(
      `SELECT ${PROXY_COLUMNS} FROM proxy p WHERE p.order_id = $1 ORDER BY p.id`,
      [orderId],
    );
  }

  async findOwned(userId: number, id: number): Promise<StoredProxy | null> {
    if (id < 1 || id > MAX_ID) return null;
    return this.findOne('p.user_id = $1 AND p.id = $2', [userId, id]);
  }

  findOwnedByApiId(userId: number, apiId: string): Promise<StoredProxy | null> {
    return this.findOne('p.user_id = $1 AND p.proxy_api_id = $2', [userId, apiId]);
  }

  /**
   * Expires up to `limit` proxies past their end; rows locked by another worker are skipped. A proxy whose renewal
   * is paid and undecided waits, so that its address is not sold again.
   */
  async expireDue(limit: number): Promise<{ id: number; orderId: number; ip: string | null }[]> {
    const manager = this.uow.requireTransaction();
    const due = await manager.query<{ id: number }[]>(
      `SELECT id FROM proxy WHERE status <> 'expired' AND expires_at <= now() AND NOT ${EXTENSION_OPEN}
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
    // A second statement sees the renewals that were charged until the rows were locked.
    const [rows] = await manager.query<
      [{ id: number; orderId: number; ip: string | null }[], number]
    >(
      `UPDATE proxy SET status = 'expired', updated_at = now() WHERE id = ANY($1) AND NOT ${EXTENSION_OPEN}
       RETURNING id, order_id AS "orderId", ip`,
      [due.map(({ id }) => id)],
    );
    return rows;
  }

  private async findOne(where: string, values: unknown[]): Promise<StoredProxy | null> {
    const [row] = await this.uow.manager.query<StoredProxy[]>(
      `SELECT ${PROXY_COLUMNS} FROM proxy p WHERE ${where}`,
      values,
    );
    return row ?? null;
  }
}

const toRecord = ({ unit, ...proxy }: NewProxy) => ({
  uuid: proxy.uuid,
  api_id: unit.apiId,
  host: unit.host,
  port: unit.port,
  port_socks5: unit.portSocks5,
  username: unit.username,
  password_encrypted: proxy.passwordEncrypted,
  country: proxy.country,
  region: proxy.region,
  city: proxy.city,
  isp: proxy.isp,
  ip: unit.ip,
  ttl_minutes: proxy.ttlMinutes,
  session_id: unit.sessionId,
  limit_bytes: unit.limitBytes?.toString() ?? null,
  price_kobo: proxy.price.kobo.toString(),
  expires_at: unit.expiresAt,
});
