import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { Proxy } from '../proxy.entity';
import type { UsageReading } from '../ports/proxy-provider.port';

/** Nigeria observes no daylight saving time. */
const LAGOS_OFFSET = '+01';

/** SQL for the readings, which update many rows from arrays, and for the report by month. */
@Injectable()
export class ProxyUsageRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Stores counters of the provider. Counters only grow, so an older reading changes nothing. */
  async saveReadings(provider: string, readings: readonly UsageReading[]): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy p SET used_bytes = r.used, usage_synced_at = now()
       FROM unnest($2::text[], $3::bigint[]) AS r (api_id, used)
       WHERE p.provider = $1 AND p.proxy_api_id = r.api_id AND p.used_bytes < r.used`,
      [
        provider,
        readings.map((reading) => reading.apiId),
        readings.map((reading) => reading.usedBytes.toString()),
      ],
    );
  }

  /** Provider ids of the traffic-limited proxies that expire after `from`. */
  async findTrafficProxyIds(userId: number, from: Date): Promise<string[]> {
    const proxies = await this.uow.manager.find(Proxy, {
      select: { proxyApiId: true },
      where: { userId, limitBytes: Not(IsNull()), expiresAt: MoreThan(from) },
    });
    return proxies.map(({ proxyApiId }) => proxyApiId);
  }

  /** Bought bytes of the proxies that were valid in each month. @param months `YYYY-MM`. */
  async sumLimitsByMonth(userId: number, months: string[]): Promise<Map<string, bigint>> {
    const rows = await this.uow.manager.query<{ month: string; bytes: string }[]>(
      `WITH period AS (
         SELECT month, (month || '-01 00:00:00${LAGOS_OFFSET}')::timestamptz AS start
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
