import { Injectable } from '@nestjs/common';
import { toOffset, type Page } from '../../common/http/pagination.dto';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { PROXY_COLUMNS, type StoredProxy } from '../proxy.repository';
import type {
  ProxyCounts,
  ProxyFilter,
  ProxyOverview,
  ProxyStatistics,
  ProxyType,
} from '../proxy.types';
import { keptByOwner } from '../renewal/kept-by-owner';

/** A search text, resolved to countries and types. */
export interface SearchTerms {
  readonly text: string;
  /** Countries whose code or name matches. */
  readonly countries: string[];
  readonly types: ProxyType[];
}

const EXPIRED = `(p.status = 'expired' OR p.expires_at <= now())`;
const STATUS_CONDITIONS = {
  expired: EXPIRED,
  active: `(p.status = 'active' AND p.expires_at > now())`,
  suspended: `(p.status = 'suspended' AND p.expires_at > now())`,
} as const;

/** List and statistics of one owner in SQL; every statement uses the index on user_id. */
@Injectable()
export class ProxyListRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findPage(
    userId: number,
    filter: ProxyFilter,
    search: SearchTerms | null,
    page: Page,
  ): Promise<{ rows: StoredProxy[]; total: number }> {
    const { where, values } = buildConditions(userId, filter, search);
    const next = values.length + 1;
    const [rows, [{ total }]] = await Promise.all([
      this.uow.manager.query(
        `SELECT ${PROXY_COLUMNS} FROM proxy p WHERE ${where}
         ORDER BY p.created_at DESC, p.id DESC LIMIT $${next} OFFSET $${next + 1}`,
        [...values, page.perPage, toOffset(page)],
      ),
      this.uow.manager.query(`SELECT count(*)::int AS total FROM proxy p WHERE ${where}`, values),
    ]);
    return { rows, total };
  }

  async getStatistics(userId: number): Promise<ProxyStatistics> {
    const rows: {
      type: ProxyType;
      total: number;
      active: number;
      kobo: string;
      countries: string[];
    }[] = await this.uow.manager.query(
      `SELECT p.type, count(*)::int AS total, count(*) FILTER (WHERE ${STATUS_CONDITIONS.active})::int AS active,
                (sum(p.price_kobo) + coalesce((SELECT sum(o.amount_kobo - o.refunded_kobo) FROM proxy_order o
                  WHERE o.user_id = $1 AND o.kind <> 'purchase' AND o.type = p.type), 0))::bigint AS kobo, array_agg(DISTINCT p.country) AS countries
         FROM proxy p WHERE p.user_id = $1 GROUP BY p.type ORDER BY p.type`,
      [userId],
    );
    const countries = new Set(rows.flatMap((row) => row.countries).filter((code) => code !== 'zz'));
    return {
      active: rows.reduce((sum, row) => sum + row.active, 0),
      total: rows.reduce((sum, row) => sum + row.total, 0),
      spent: Money.kobo(rows.reduce((sum, row) => sum + BigInt(row.kobo), 0n)),
      countries: countries.size,
      perType: Object.fromEntries(rows.map((row) => [row.type, row.total])),
    };
  }

  /** Traffic left of proxies in service, the one in service that ends next, and whether any was ever used. */
  async getOverview(userId: number): Promise<ProxyOverview> {
    const [totals, next] = await Promise.all([
      this.uow.manager.query<[{ left: string | null; used: boolean | null }]>(
        `SELECT sum(greatest(p.limit_bytes - p.used_bytes, 0)) FILTER (WHERE ${STATUS_CONDITIONS.active}) AS left,
                bool_or(p.used_bytes > 0) AS used
         FROM proxy p WHERE p.user_id = $1`,
        [userId],
      ),
      this.uow.manager.query<NonNullable<ProxyOverview['nextExpiry']>[]>(
        `SELECT p.id AS "proxyId", p.expires_at AS "expiresAt",
                EXISTS (SELECT FROM proxy_auto_renewal a WHERE a.proxy_id = p.id AND a.enabled) AS "isRenewed"
         FROM proxy p WHERE p.user_id = $1 AND p.expires_at > now() AND ${keptByOwner('p')}
         ORDER BY p.expires_at, p.id LIMIT 1`,
        [userId],
      ),
    ]);
    const { left, used } = totals[0];
    return {
      trafficLeftBytes: left === null ? null : BigInt(left),
      nextExpiry: next[0] ?? null,
      hasUsed: used ?? false,
    };
  }

  /** Proxies bought until `at`, and how many of them were active then. */
  async countAt(userId: number, at: Date): Promise<ProxyCounts> {
    const [row] = await this.uow.manager.query<[ProxyCounts]>(
      `SELECT count(*)::int AS total,
              count(*) FILTER (WHERE status <> 'suspended' AND expires_at > $2)::int AS active
       FROM proxy WHERE user_id = $1 AND created_at <= $2`,
      [userId, at],
    );
    return row;
  }
}

function buildConditions(userId: number, filter: ProxyFilter, search: SearchTerms | null) {
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
  const anywhere = bind(`%${escapeLike(text)}%`);
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

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
