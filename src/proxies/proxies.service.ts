import { Injectable } from '@nestjs/common';
import { CatalogService } from '../catalog/catalog.service';
import { RANDOM_LOCATION } from '../catalog/catalog.types';
import { withMessage } from '../common/http/api.decorators';
import { toOffset, toPage, toPagination } from '../common/http/pagination.dto';
import { Money } from '../common/money/money';
import type { Actor } from '../common/security/actor';
import { SECRET_MASK } from '../common/crypto/secrets';
import { Clock } from '../common/time/clock';
import { toLikePattern } from '../database/like-pattern';
import { UnitOfWork } from '../database/unit-of-work';
import {
  toProxyResponse,
  type ProxyDetailData,
  type ProxyListData,
  type ProxyListQuery,
  type ProxyResponse,
  type ProxyStatisticsResponse,
} from './proxies.dto';
import { proxyNotFound } from './proxies.errors';
import { ProxyRepository, type OwnedProxy } from './proxy.repository';
import { isActiveOrSuspendedByOwner } from './proxy.sql';
import { TYPE_ALIASES, type ProxyType } from './proxy.types';

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

/** Reads the proxies of their owner; proxies of other users are not found. */
@Injectable()
export class ProxiesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyRepository,
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
      this.proxies.find(
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
    const proxy = await this.proxies.findOwned(actor.userId, id);
    if (!proxy) throw proxyNotFound();
    return toShown(actor, proxy);
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

  /** Proxies bought until `at`, and how many of them were active then. */
  async countAt(userId: number, at: Date): Promise<{ total: number; active: number }> {
    const [row] = await this.uow.manager.query<[{ total: number; active: number }]>(
      `SELECT count(*)::int AS total,
              count(*) FILTER (WHERE status <> 'suspended' AND expires_at > $2)::int AS active
       FROM proxy WHERE user_id = $1 AND created_at <= $2`,
      [userId, at],
    );
    return row;
  }

  /**
   * Bytes left of proxies in service, null without one that has a limit; whether any was ever used; and the one that ends
   * next of those in service or suspended by their owner.
   */
  async getOverview(userId: number) {
    const [[{ left, used }], [nextExpiry]] = await Promise.all([
      this.uow.manager.query<[{ left: string | null; used: boolean | null }]>(
        `SELECT sum(greatest(p.limit_bytes - p.used_bytes, 0)) FILTER (WHERE ${STATUS_CONDITIONS.active}) AS left,
                bool_or(p.used_bytes > 0) AS used
         FROM proxy p WHERE p.user_id = $1`,
        [userId],
      ),
      this.uow.manager.query<{ proxyId: number; expiresAt: Date; isRenewed: boolean }[]>(
        `SELECT p.id AS "proxyId", p.expires_at AS "expiresAt",
                EXISTS (SELECT FROM proxy_auto_renewal a WHERE a.proxy_id = p.id AND a.enabled) AS "isRenewed"
         FROM proxy p WHERE p.user_id = $1 AND p.expires_at > now() AND ${isActiveOrSuspendedByOwner('p')}
         ORDER BY p.expires_at, p.id LIMIT 1`,
        [userId],
      ),
    ]);
    return {
      trafficLeftBytes: left === null ? null : BigInt(left),
      nextExpiry: nextExpiry ?? null,
      hasUsed: used ?? false,
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
