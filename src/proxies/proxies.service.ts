import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PlaceReach } from '../common/gateway/place-reach';
import { MAX_ID } from '../common/http/request.pipes';
import { Money } from '../common/money/money';
import { type Endpoint, type ReservedAddress, RANDOM_LOCATION } from '../catalog/catalog.types';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import { generateApiId, generateSessionId } from './credentials';
import type { PurchaseRequest } from './orders/order.entity';
import {
  type ProxyStatus,
  type Targeting,
  toTrafficBytes,
  TYPE_ALIASES,
  type ProxyType,
} from './proxy.types';
import {
  type AutoRenewResponse,
  toProxyResponse,
  type ProxyDetailData,
  type ProxyListData,
  type ProxyListQuery,
  type ProxyResponse,
  type ProxyStatisticsResponse,
} from './proxies.dto';
import type { Proxy } from './proxy.entity';
import { ProxyCredentialsService } from './proxy-credentials.service';
import {
  hasReplaceableAddress,
  isActiveOrSuspendedByOwner,
  isRenewable,
  lockedInOrder,
} from './proxy.sql';
import { CatalogService } from '../catalog/catalog.service';
import { withMessage } from '../common/http/api.decorators';
import { toOffset, toPage, toPagination } from '../common/http/pagination.dto';
import { proxyReversals, type ReversalResponse } from '../wallet/statement/reversal.types';
import type { Actor } from '../common/security/actor';
import { SECRET_MASK } from '../common/crypto/secrets';
import { Clock } from '../common/time/clock';
import { toLikePattern } from '../database/like-pattern';
import { proxyNotFound } from './proxies.errors';

const MINUTES_PER_DAY = 24 * 60;

type AutoTrafficState = Pick<
  AutoRenewResponse,
  'top_up_below_gb' | 'top_up_gigabytes' | 'monthly_limit' | 'top_up_problem'
>;
type AutoRenewalState = Omit<AutoRenewResponse, keyof AutoTrafficState>;

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
  /** Refunds of its purchase and its renewals, oldest first. */
  readonly reversals: readonly ReversalResponse[];
  /** Null when it was never switched on. */
  readonly autoRenew: AutoRenewalState | null;
  /** GB, or minutes of a datacenter proxy, of its purchase or last renewal. */
  readonly boughtSize: number | null;
  /** Null when no rule buys traffic, nor has one stopped. */
  readonly autoTraffic: Partial<AutoTrafficState> | null;
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
    | (Omit<AutoRenewalState, 'next_charge_at'> & { readonly next_charge_at: string | null })
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

/** The rule that buys traffic, while it is on; and what is in its way. */
const AUTO_TRAFFIC = `(SELECT CASE WHEN t.stopped_reason IS NULL THEN json_build_object(
      'top_up_below_gb', t.below_gigabytes, 'top_up_gigabytes', t.gigabytes,
      'monthly_limit', t.monthly_limit_kobo / 100, 'top_up_problem',
      CASE WHEN t.failed_limit_bytes = p.limit_bytes THEN t.failed_reason END)
    ELSE json_build_object('top_up_problem', t.stopped_reason) END
  FROM proxy_auto_traffic t WHERE t.proxy_id = p.id)`;

const SIZE = `coalesce(o.request->>'gigabytes', o.request->>'durationMinutes')::float`;
/** Two look-ups by an index each: with OR and LIMIT the planner may read all orders backwards. */
const BOUGHT_SIZE = `coalesce(
  (SELECT (array_agg(${SIZE} ORDER BY o.id DESC))[1] FROM proxy_order o
   WHERE o.proxy_id = p.id AND o.kind = 'renewal' AND o.status = 'delivered'),
  (SELECT ${SIZE} FROM proxy_order o WHERE o.id = p.order_id AND o.transaction_id IS NOT NULL))`;

const PROXY_COLUMNS = `p.id, p.uuid, p.user_id AS "userId", p.order_id AS "orderId",
  p.proxy_api_id AS "apiId", p.type, p.status,
  (p.status = 'expired' OR p.expires_at <= now()) AS "isExpired", p.protocol, p.host, p.port,
  p.port_socks5 AS "portSocks5", p.username, p.password_encrypted AS "passwordEncrypted", p.country,
  p.region, p.city, p.isp, p.reach, p.ip, p.ttl_minutes AS "ttlMinutes", p.session_id AS "sessionId",
  p.limit_bytes AS "limitBytes", p.used_bytes AS "usedBytes", p.price_kobo AS "priceKobo", ${proxyReversals('p')} AS reversals,
  p.created_at AS "createdAt", p.expires_at AS "expiresAt",
  p.suspended_by_owner AS "suspendedByOwner", p.note, p.tags, ${BOUGHT_SIZE} AS "boughtSize", ${AUTO_RENEW} AS "autoRenew",
  ${AUTO_TRAFFIC} AS "autoTraffic",
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

const DEFAULT_PER_PAGE = 10;

/** A search text, resolved to countries and types. */
interface SearchTerms {
  readonly text: string;
  /** Countries whose code or name matches. */
  readonly countries: string[];
  readonly types: ProxyType[];
}

const STATUS_CONDITIONS = {
  expired: `(p.status = 'expired' OR p.expires_at <= now())`,
  active: `(p.status = 'active' AND p.expires_at > now())`,
  suspended: `(p.status = 'suspended' AND p.expires_at > now())`,
} as const;

type Reader = Pick<Actor, 'userId' | 'member'>;

/**
 * The proxies of their owner, with their passwords decrypted; proxies of other users are not found. The database compares
 * the expiry with its clock.
 */
@Injectable()
export class ProxiesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly credentials: ProxyCredentialsService,
    private readonly catalog: CatalogService,
    private readonly clock: Clock,
  ) {}

  /** Newest first; the statistics ignore the filter. Every statement uses the index on user_id. */
  async list(actor: Actor, query: ProxyListQuery): Promise<ProxyListData> {
    const page = toPage(query, DEFAULT_PER_PAGE);
    const search = await this.toSearchTerms(query.search);
    const { where, values } = buildConditions(actor.userId, query, search);
    const next = values.length + 1;
    const [rows, [{ total }], statistics] = await Promise.all([
      this.find(
        `${where} ORDER BY p.created_at DESC, p.id DESC LIMIT $${next} OFFSET $${next + 1}`,
        [...values, page.perPage, toOffset(page)],
      ),
      this.uow.manager.query<[{ total: number }]>(
        `SELECT count(*)::int AS total FROM proxy p WHERE ${where}`,
        values,
      ),
      this.getStatistics(actor.userId),
    ]);
    return {
      proxies: rows.map((row) => this.toResponse(toShown(actor, row))),
      pagination: toPagination({ rows, total, page }),
      statistics,
    };
  }

  async get(actor: Reader, id: number): Promise<OwnedProxy> {
    if (id < 1 || id > MAX_ID) throw proxyNotFound();
    return this.getOne(actor, 'p.id', id);
  }

  async getByApiId(actor: Reader, apiId: string): Promise<OwnedProxy> {
    return this.getOne(actor, 'p.proxy_api_id', apiId);
  }

  /** @param message for the user. */
  async getDetail(actor: Reader, id: number, message?: string): Promise<ProxyDetailData> {
    return this.toDetail(await this.get(actor, id), message);
  }

  toDetail(proxy: OwnedProxy, message?: string): ProxyDetailData {
    return withMessage({ proxy: this.toResponse(proxy) }, message);
  }

  toResponse(proxy: OwnedProxy): ProxyResponse {
    return toProxyResponse(proxy, this.clock.now());
  }

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
      pool && toTrafficBytes(pool.gigabytes).toString(),
      unitPrice.kobo.toString(),
      request.type === 'individual_ipv4'
        ? request.durationMinutes
        : request.validityDays * MINUTES_PER_DAY,
      JSON.stringify(records),
    ]);
    return rows.map((row) => this.toOwned(row));
  }

  /** Adds traffic that nobody paid for to proxies in use. Requires an open unit of work. @returns their ids. */
  async addTraffic(ids: readonly number[], bytes: bigint): Promise<number[]> {
    const [rows] = await this.uow.requireTransaction().query<[{ id: number }[], number]>(
      `UPDATE proxy SET limit_bytes = limit_bytes + $2, updated_at = now()
       WHERE limit_bytes > 0 AND status <> 'expired' AND expires_at > now() AND refunded_at IS NULL
         AND ${lockedInOrder('id = ANY ($1::int[])')} RETURNING id`,
      [ids, bytes.toString()],
    );
    return rows.map(({ id }) => id);
  }

  /** @param where of `proxy p`, with what follows a condition. */
  async find(where: string, values: unknown[]): Promise<OwnedProxy[]> {
    const rows = await this.uow.manager.query<ProxyRow[]>(
      `SELECT ${PROXY_COLUMNS} FROM proxy p WHERE ${where}`,
      values,
    );
    return rows.map((row) => this.toOwned(row));
  }

  private async getOne(
    actor: Reader,
    column: 'p.id' | 'p.proxy_api_id',
    value: number | string,
  ): Promise<OwnedProxy> {
    const [proxy] = await this.find(`p.user_id = $1 AND ${column} = $2`, [actor.userId, value]);
    if (!proxy) throw proxyNotFound();
    return toShown(actor, proxy);
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
  private async getStatistics(userId: number): Promise<ProxyStatisticsResponse> {
    const rows = await this.uow.manager.query<
      { type: ProxyType; total: number; active: number; kobo: string; countries: string[] }[]
    >(
      `SELECT p.type, count(*)::int AS total, count(*) FILTER (WHERE ${STATUS_CONDITIONS.active})::int AS active,
              (sum(p.price_kobo) + coalesce((SELECT sum(o.amount_kobo - o.refunded_kobo) FROM proxy_order o
                WHERE o.user_id = $1 AND o.kind <> 'purchase' AND o.type = p.type), 0))::bigint AS kobo,
              array_agg(DISTINCT p.country) AS countries
       FROM proxy p WHERE p.user_id = $1 GROUP BY p.type ORDER BY p.type`,
      [userId],
    );
    const countries = rows.flatMap((row) => row.countries).filter((it) => it !== RANDOM_LOCATION);
    return {
      active_proxies: rows.reduce((sum, row) => sum + row.active, 0),
      total_proxies: rows.reduce((sum, row) => sum + row.total, 0),
      total_spent: Money.kobo(rows.reduce((sum, { kobo }) => sum + BigInt(kobo), 0n)).toNaira(),
      total_countries: new Set(countries).size,
      proxy_types: Object.fromEntries(rows.map((row) => [row.type, row.total])),
    };
  }

  private async toSearchTerms(search: string | undefined): Promise<SearchTerms | null> {
    const text = search?.trim().toLowerCase();
    if (!text) return null;
    const countries = await this.catalog.searchCountryCodes(text);
    if ('random'.startsWith(text)) countries.push(RANDOM_LOCATION);
    const types = Object.entries(TYPE_ALIASES)
      .filter(([alias, type]) => alias.includes(text) || type.includes(text))
      .map(([, type]) => type);
    return { text, countries, types };
  }
}

/** A viewer of a team gets no password. */
const toShown = ({ member }: Reader, proxy: OwnedProxy): OwnedProxy =>
  member?.role === 'viewer' ? { ...proxy, password: SECRET_MASK } : proxy;

function buildConditions(userId: number, filter: ProxyListQuery, search: SearchTerms | null) {
  const values: unknown[] = [userId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where = ['p.user_id = $1'];
  if (filter.status) where.push(STATUS_CONDITIONS[filter.status]);
  if (filter.type) where.push(`p.type = ${bind(filter.type)}`);
  if (filter.tag !== undefined)
    where.push(
      `EXISTS (SELECT FROM unnest(p.tags) tag WHERE lower(tag) = lower(${bind(filter.tag)}))`,
    );
  if (search) where.push(`(${buildSearchConditions(search, bind).join(' OR ')})`);
  return { where: where.join(' AND '), values };
}

/** A short number matches ids and the start of addresses; other texts match every column. */
function buildSearchConditions(
  { text, countries, types }: SearchTerms,
  bind: (value: unknown) => string,
) {
  const number = /^#?(\d{1,7})$/.exec(text)?.[1];
  if (number) return [`p.id = ${bind(Number(number))}`, `p.ip LIKE ${bind(`${number}.%`)}`];
  const anywhere = bind(toLikePattern(text));
  return [
    `p.uuid::text ILIKE ${anywhere}`,
    `p.username ILIKE ${anywhere}`,
    `p.ip ILIKE ${anywhere}`,
    `(p.host || ':' || CASE p.protocol WHEN 'http' THEN p.port ELSE p.port_socks5 END) ILIKE ${anywhere}`,
    `p.note ILIKE ${anywhere}`,
    `EXISTS (SELECT FROM unnest(p.tags) tag WHERE tag ILIKE ${anywhere})`,
    `p.country = ANY(${bind(countries)})`,
    `p.type = ANY(${bind(types)})`,
  ];
}
