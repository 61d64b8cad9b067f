import { Injectable } from '@nestjs/common';
import { ZONE } from '../../../common/time/zone';
import { UnitOfWork } from '../../../database/unit-of-work';
import type { MonthlyUsage, UsageReading } from '../../ports/proxy-provider.port';
import type { DailyUsage } from '../../proxy.types';

interface MeterRow {
  api_id: string;
  used: string;
}

/** Keyset position in the usage feed: time, then account. */
export interface MeterPosition {
  /** ISO 8601 with microseconds, as PostgreSQL writes it. */
  readonly at: string;
  readonly accountId: number;
}

/**
 * A row that changes again in the same minute keeps its place, and a flush commits after its timestamp: so the reader
 * rewinds this far at the end of the feed.
 */
const OVERLAP = `interval '1 minute'`;

/** Traffic counters written by the gateway, whose tables are no entities: joins and reports in SQL. */
@Injectable()
export class GatewayMeterRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findReadings(apiIds: readonly string[]): Promise<UsageReading[]> {
    const rows: MeterRow[] = await this.uow.manager.query(
      `SELECT a.api_id, coalesce(m.bytes_up + m.bytes_down, 0)::bigint AS used
       FROM gateway_account a LEFT JOIN gateway_meter m ON m.proxy_id = a.id
       WHERE a.api_id = ANY($1)`,
      [apiIds],
    );
    return rows.map(toReading);
  }

  /** Accounts changed after a position, in feed order, and the next position. */
  async findChangedAfter(
    position: MeterPosition | null,
    limit: number,
  ): Promise<{ readings: UsageReading[]; next: MeterPosition | null; more: boolean }> {
    // One more than asked for tells whether this is the end, where the reader rewinds.
    const found: (MeterRow & { id: number; at: string; rewound: string })[] =
      await this.uow.manager.query(
        `SELECT a.id, a.api_id, (m.bytes_up + m.bytes_down)::bigint AS used,
              m.changed_minute::text AS at, (m.changed_minute - ${OVERLAP})::text AS rewound
       FROM gateway_meter m JOIN gateway_account a ON a.id = m.proxy_id
       WHERE (m.changed_minute, m.proxy_id) > ($1::timestamptz, $2::int)
       ORDER BY m.changed_minute, m.proxy_id LIMIT $3`,
        [position?.at ?? '-infinity', position?.accountId ?? 0, limit + 1],
      );
    const more = found.length > limit;
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return {
      readings: rows.map(toReading),
      more,
      next: !last
        ? position
        : more
          ? { at: last.at, accountId: last.id }
          : { at: last.rewound, accountId: 0 },
    };
  }

  async usageByMonth(apiIds: readonly string[], from: Date): Promise<MonthlyUsage[]> {
    const rows: { month: string; used: string }[] = await this.uow.manager.query(
      `SELECT to_char(u.hour AT TIME ZONE '${ZONE}', 'YYYY-MM') AS month,
              sum(u.bytes_up + u.bytes_down)::bigint AS used
       FROM gateway_account a JOIN usage_hour u ON u.proxy_id = a.id
       WHERE a.api_id = ANY($1) AND u.hour >= $2 GROUP BY 1 ORDER BY 1`,
      [apiIds, from],
    );
    return rows.map((row) => ({ month: row.month, usedBytes: BigInt(row.used) }));
  }

  async usageByDay(apiId: string, from: Date): Promise<DailyUsage[]> {
    const rows: { date: string; up: string; down: string; requests: string }[] =
      await this.uow.manager.query(
        `SELECT to_char(u.hour AT TIME ZONE '${ZONE}', 'YYYY-MM-DD') AS date,
                sum(u.bytes_up)::bigint AS up, sum(u.bytes_down)::bigint AS down,
                sum(u.requests)::bigint AS requests
         FROM gateway_account a JOIN usage_hour u ON u.proxy_id = a.id
         WHERE a.api_id = $1 AND u.hour >= $2 GROUP BY 1 ORDER BY 1`,
        [apiId, from],
      );
    return rows.map((row) => ({
      date: row.date,
      bytesUp: BigInt(row.up),
      bytesDown: BigInt(row.down),
      requests: Number(row.requests),
    }));
  }

  /** As `deleteHoursBefore`, for counts of failures. */
  async deleteFailuresBefore(moment: Date, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query(
      `DELETE FROM usage_failure WHERE (proxy_id, hour, reason) IN (
         SELECT proxy_id, hour, reason FROM usage_failure WHERE hour < $1 ORDER BY hour LIMIT $2)`,
      [moment, limit],
    );
    return deleted;
  }

  /** Deletes up to `limit` rows. @returns their number. */
  async deleteHoursBefore(moment: Date, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query(
      `DELETE FROM usage_hour WHERE (proxy_id, hour) IN (
         SELECT proxy_id, hour FROM usage_hour WHERE hour < $1 ORDER BY hour LIMIT $2)`,
      [moment, limit],
    );
    return deleted;
  }
}

const toReading = (row: MeterRow): UsageReading => ({
  apiId: row.api_id,
  usedBytes: BigInt(row.used),
});
