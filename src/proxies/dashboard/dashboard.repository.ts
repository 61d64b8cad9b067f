import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

export interface ProxyCounts {
  readonly total: number;
  readonly active: number;
}

/** Nigeria keeps this offset all year. */
const OFFSET = '+01';

@Injectable()
export class DashboardRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Proxies bought by a moment, and how many of them were running then. */
  async countsAt(userId: number, at: Date): Promise<ProxyCounts> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS total,
              count(*) FILTER (WHERE status <> 'suspended' AND expires_at > $2)::int AS active
       FROM proxy WHERE user_id = $1 AND created_at <= $2`,
      [userId, at],
    );
    return row;
  }

  /** Provider ids of the traffic proxies that were running at or after a moment. */
  async trafficProxiesSince(userId: number, from: Date): Promise<string[]> {
    const rows: { id: string }[] = await this.uow.manager.query(
      `SELECT proxy_api_id AS id FROM proxy
       WHERE user_id = $1 AND limit_bytes IS NOT NULL AND expires_at > $2`,
      [userId, from],
    );
    return rows.map((row) => row.id);
  }

  /** Bytes of the traffic proxies that were running in each month. @param months `YYYY-MM`. */
  async trafficLimits(userId: number, months: string[]): Promise<Map<string, bigint>> {
    const rows: { month: string; bytes: string }[] = await this.uow.manager.query(
      `WITH period AS (
         SELECT month, (month || '-01 00:00:00${OFFSET}')::timestamptz AS start
         FROM unnest($2::text[]) AS month)
       SELECT period.month, coalesce(sum(p.limit_bytes), 0)::bigint AS bytes
       FROM period LEFT JOIN proxy p ON p.user_id = $1 AND p.limit_bytes IS NOT NULL
        AND p.expires_at > period.start AND p.created_at < period.start + interval '1 month'
       GROUP BY period.month`,
      [userId, months],
    );
    return new Map(rows.map((row) => [row.month, BigInt(row.bytes)]));
  }
}
