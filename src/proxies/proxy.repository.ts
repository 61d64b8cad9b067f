import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PlaceReach } from '../common/gateway/place-reach';
import { MAX_ID } from '../common/http/request.pipes';
import { Money } from '../common/money/money';
import type { Endpoint, ReservedAddress } from '../catalog/catalog.types';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import { generateApiId, generateSessionId } from './credentials';
import type { PurchaseRequest } from './orders/order.entity';
import { GIGABYTE, type ProxyStatus, type Targeting } from './proxy.types';
import type { AutoRenewResponse } from './proxies.dto';
import type { Proxy } from './proxy.entity';
import { ProxyCredentialsService } from './proxy-credentials.service';
import { isActiveOrSuspendedByOwner, isRenewable, hasReplaceableAddress } from './proxy.sql';

const MINUTES_PER_DAY = 24 * 60;

/** A proxy as its owner sees it. Expiry is decided by the clock of the database. */
export interface OwnedProxy
  extends
    Targeting,
    Pick<Proxy, 'id' | 'uuid' | 'userId' | 'orderId' | 'type' | 'protocol' | 'reach' | 'ip'>,
    Pick<Proxy, 'host' | 'port' | 'portSocks5' | 'username' | 'ttlMinutes' | 'sessionId'>,
    Pick<Proxy, 'limitBytes' | 'usedBytes' | 'price' | 'createdAt' | 'expiresAt'>,
    Pick<Proxy, 'suspendedByOwner' | 'note' | 'tags'> {
  readonly apiId: string;
  readonly password: string;
  /** Stored status; `isExpired` takes precedence. */
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  /** Null when it was never switched on. */
  readonly autoRenew: AutoRenewResponse | null;
  /** Whether the owner may replace its address, unless it was replaced too often. */
  readonly canReplaceAddress: boolean;
  /** Whether the owner may renew it, also shortly after its end. */
  readonly canRenew: boolean;
}

/** As the driver returns the columns. */
type ProxyRow = Omit<
  OwnedProxy,
  'password' | 'limitBytes' | 'usedBytes' | 'price' | 'autoRenew'
> & {
  readonly passwordEncrypted: string;
  readonly limitBytes: string | null;
  readonly usedBytes: string;
  readonly priceKobo: string;
  readonly autoRenew:
    | (Omit<AutoRenewResponse, 'next_charge_at'> & { readonly next_charge_at: string | null })
    | null;
};

/** What the proxies of a purchase have in common. */
export interface NewProxies {
  readonly userId: number;
  readonly orderId: number;
  readonly request: PurchaseRequest;
  readonly reach: PlaceReach | null;
  readonly unitPrice: Money;
}

/** The plan of the automatic renewals, of which the last attempt before this end decides the next. */
const AUTO_RENEW = `(SELECT json_build_object('enabled', a.enabled, 'gigabytes', a.gigabytes,
    'duration_minutes', a.duration_minutes, 'stopped_reason', a.stopped_reason,
    'failures', CASE WHEN a.enabled AND a.cycle IS DISTINCT FROM p.expires_at THEN 0 ELSE a.failures END,
    'next_charge_at', CASE WHEN a.enabled AND ${isActiveOrSuspendedByOwner('p')} AND p.expires_at > now()
      AND (a.cycle IS DISTINCT FROM p.expires_at OR a.attempted_hours > 2)
      AND NOT EXISTS (SELECT FROM auto_renewal_charge c WHERE c.proxy_id = p.id AND c.cycle = p.expires_at)
      THEN greatest(a.enabled_at, p.expires_at - CASE WHEN a.cycle IS DISTINCT FROM p.expires_at THEN interval '24 hours'
        WHEN a.attempted_hours = 24 THEN interval '12 hours' ELSE interval '2 hours' END) END)
  FROM proxy_auto_renewal a WHERE a.proxy_id = p.id)`;

const PROXY_COLUMNS = `p.id, p.uuid, p.user_id AS "userId", p.order_id AS "orderId",
  p.proxy_api_id AS "apiId", p.type, p.status,
  (p.status = 'expired' OR p.expires_at <= now()) AS "isExpired", p.protocol, p.host, p.port,
  p.port_socks5 AS "portSocks5", p.username, p.password_encrypted AS "passwordEncrypted", p.country,
  p.region, p.city, p.isp, p.reach, p.ip, p.ttl_minutes AS "ttlMinutes", p.session_id AS "sessionId",
  p.limit_bytes AS "limitBytes", p.used_bytes AS "usedBytes", p.price_kobo AS "priceKobo",
  p.created_at AS "createdAt", p.expires_at AS "expiresAt",
  p.suspended_by_owner AS "suspendedByOwner", p.note, p.tags, ${AUTO_RENEW} AS "autoRenew",
  ${hasReplaceableAddress('p')} AS "canReplaceAddress", ${isRenewable('p')} AS "canRenew"`;

/** Those of an account that was suspended since the request began are suspended with it. */
const INSERT = prepareStatement(
  'proxy.insert',
  `WITH p AS (
   INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, status, protocol, host, port, port_socks5, username,
     password_encrypted, password_digest, country, region, city, isp, reach, ip, exit_node_id, ttl_minutes, session_id,
     limit_bytes, price_kobo, expires_at)
   SELECT n.uuid, $1, $2, n.api_id, $3,
          CASE WHEN EXISTS (SELECT FROM account_suspension WHERE user_id = $1) THEN 'suspended' ELSE 'active' END,
          $4, n.host, n.port, n.port_socks5, n.username, n.password_encrypted, decode(n.password_digest, 'hex'),
          $5, $6, $7, $8, $9::jsonb, n.ip, n.exit_node_id, $10, n.session_id, $11, $12,
          date_trunc('milliseconds', now()) + make_interval(mins => $13)
   FROM jsonb_to_recordset($14::jsonb) AS n (uuid uuid, api_id text, host text, port int, port_socks5 int,
     username text, password_encrypted text, password_digest text, ip text, exit_node_id int, session_id text)
   RETURNING *)
   SELECT ${PROXY_COLUMNS} FROM p ORDER BY p.id`,
);

/** Proxies of one owner, with their passwords decrypted; the database compares the expiry with its clock. */
@Injectable()
export class ProxyRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly credentials: ProxyCredentialsService,
  ) {}

  /**
   * Inserts the proxies of a purchase, whose owner's wallet is locked: a suspension of the account comes before or after.
   * @param exits an address for each proxy; null for a proxy of a pool.
   */
  async insert(
    { userId, orderId, request, reach, unitPrice }: NewProxies,
    exits: readonly (ReservedAddress | null)[],
    endpoints: readonly Endpoint[],
  ): Promise<OwnedProxy[]> {
    const records = exits.map((exit, index) => {
      const uuid = randomUUID();
      const { username, passwordEncrypted, passwordDigest } = this.credentials.issue(uuid);
      const { host, port, portSocks5 } = endpoints[index]!;
      return {
        ...{ uuid, api_id: generateApiId(), session_id: generateSessionId() },
        ...{ host, port, port_socks5: portSocks5 },
        ...{ username, password_encrypted: passwordEncrypted },
        password_digest: passwordDigest.toString('hex'),
        ...{ ip: exit?.address ?? null, exit_node_id: exit?.exitNodeId ?? null },
      };
    });
    const pool = request.type === 'individual_ipv4' ? null : request;
    const { rows } = await this.uow.executeInTransaction<ProxyRow>(INSERT, [
      userId,
      orderId,
      request.type,
      request.protocol,
      request.country,
      pool?.region ?? null,
      pool?.city ?? null,
      pool?.isp ?? null,
      reach && JSON.stringify(reach),
      pool?.ttlMinutes ?? null,
      pool && (BigInt(pool.gigabytes) * GIGABYTE).toString(),
      unitPrice.kobo.toString(),
      request.type === 'individual_ipv4'
        ? request.durationMinutes
        : request.validityDays * MINUTES_PER_DAY,
      JSON.stringify(records),
    ]);
    return rows.map((row) => this.toOwned(row));
  }

  async findOwned(userId: number, id: number): Promise<OwnedProxy | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [proxy] = await this.find('p.user_id = $1 AND p.id = $2', [userId, id]);
    return proxy ?? null;
  }

  async findOwnedByApiId(userId: number, apiId: string): Promise<OwnedProxy | null> {
    const where = 'p.user_id = $1 AND p.proxy_api_id = $2';
    const [proxy] = await this.find(where, [userId, apiId]);
    return proxy ?? null;
  }

  /** @param where of `proxy p`, with what follows a condition. */
  async find(where: string, values: unknown[]): Promise<OwnedProxy[]> {
    const rows = await this.uow.manager.query<ProxyRow[]>(
      `SELECT ${PROXY_COLUMNS} FROM proxy p WHERE ${where}`,
      values,
    );
    return rows.map((row) => this.toOwned(row));
  }

  private toOwned({ passwordEncrypted, priceKobo, autoRenew, ...row }: ProxyRow): OwnedProxy {
    const nextCharge = autoRenew?.next_charge_at;
    return {
      ...row,
      password: this.credentials.decrypt(row.uuid, passwordEncrypted),
      price: Money.kobo(BigInt(priceKobo)),
      limitBytes: row.limitBytes === null ? null : BigInt(row.limitBytes),
      usedBytes: BigInt(row.usedBytes),
      autoRenew: autoRenew && {
        ...autoRenew,
        next_charge_at: nextCharge ? new Date(nextCharge) : null,
      },
    };
  }
}
