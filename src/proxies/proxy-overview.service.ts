import { Injectable } from '@nestjs/common';
import { ZONE } from '../common/time/calendar';
import { UnitOfWork } from '../database/unit-of-work';
import { isActiveOrSuspendedByOwner } from './proxy.sql';

const IN_SERVICE = `p.status = 'active' AND p.expires_at > now()`;
/** As the first of the notifications about traffic. */
const IS_LOW = `${IN_SERVICE} AND p.limit_bytes > 0 AND p.used_bytes >= p.limit_bytes * 0.8`;

interface ExpiryDay {
  /** The first that ends. */
  readonly proxyId: number;
  readonly expiresAt: Date;
  readonly isRenewed: boolean;
  /** Those that end on the same day in the shop's zone. */
  readonly proxies: number;
  readonly notRenewed: number;
}

/** Figures of a customer's proxies. */
@Injectable()
export class ProxyOverviewService {
  constructor(private readonly uow: UnitOfWork) {}

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
   * Bytes left of proxies in service, null without one that has a limit, and those of them that have used most of it; whether
   * any was ever used; and what ends on the day on which the next of those ends that are in service or suspended by their
   * owner.
   */
  async getOverview(userId: number) {
    const [[{ left, used, low, lowestId }], [nextExpiry]] = await Promise.all([
      this.uow.manager.query<
        [{ left: string | null; used: boolean | null; low: number; lowestId: number }]
      >(
        `SELECT sum(greatest(p.limit_bytes - p.used_bytes, 0)) FILTER (WHERE ${IN_SERVICE}) AS left,
                bool_or(p.used_bytes > 0) AS used, count(*) FILTER (WHERE ${IS_LOW})::int AS low,
                (array_agg(p.id ORDER BY p.used_bytes::float8 / p.limit_bytes DESC, p.id) FILTER (WHERE ${IS_LOW}))[1]
                  AS "lowestId"
         FROM proxy p WHERE p.user_id = $1`,
        [userId],
      ),
      this.uow.manager.query<ExpiryDay[]>(
        `SELECT id AS "proxyId", expires_at AS "expiresAt", renewed AS "isRenewed",
                (count(*) OVER day)::int AS proxies, (count(*) FILTER (WHERE NOT renewed) OVER day)::int AS "notRenewed"
         FROM (SELECT p.id, p.expires_at,
                 EXISTS (SELECT FROM proxy_auto_renewal a WHERE a.proxy_id = p.id AND a.enabled) AS renewed
               FROM proxy p WHERE p.user_id = $1 AND p.expires_at > now() AND ${isActiveOrSuspendedByOwner('p')}) e
         WINDOW day AS (PARTITION BY (expires_at AT TIME ZONE '${ZONE}')::date)
         ORDER BY expires_at, id LIMIT 1`,
        [userId],
      ),
    ]);
    return {
      trafficLeftBytes: left === null ? null : BigInt(left),
      lowTraffic: low > 0 ? { proxies: low, proxyId: lowestId } : null,
      nextExpiry: nextExpiry ?? null,
      hasUsed: used ?? false,
    };
  }
}
