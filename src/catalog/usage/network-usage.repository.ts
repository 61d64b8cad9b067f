import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type {
  ComparableAccount,
  ComparedDay,
  NetworkUsage,
  UsageSource,
} from './network-usage.types';

const CARRIED = `
  SELECT n.id,
    coalesce(u.day_bytes, 0)::float AS "dayBytes", coalesce(round(u.day_picos / 1000000), 0)::text AS "dayMicros",
    coalesce(u.month_bytes, 0)::float AS "monthBytes", coalesce(round(u.month_picos / 1000000), 0)::text AS "monthMicros",
    p.balance_micros::text AS balance, p.left_micro_gb::float / 1000000 AS "leftGb"
  FROM supply_network n
  LEFT JOIN supply_network_account a ON a.network_id = n.id
  LEFT JOIN supply_provider p ON p.id = a.provider_id
  CROSS JOIN LATERAL (
    SELECT sum(h.bytes_up + h.bytes_down) AS month_bytes, sum(h.cost_usd_picos) AS month_picos,
           sum(h.bytes_up + h.bytes_down) FILTER (WHERE h.hour >= date_trunc('day', now(), 'Africa/Lagos')) AS day_bytes,
           sum(h.cost_usd_picos) FILTER (WHERE h.hour >= date_trunc('day', now(), 'Africa/Lagos')) AS day_picos
    FROM supply_network_hour h
    WHERE h.network_id = n.id AND h.hour >= date_trunc('month', now(), 'Africa/Lagos')) AS u
  ORDER BY n.id`;

const OUTCOMES = `
  SELECT network_id AS "networkId", outcome, sum(count)::float AS count FROM supply_outcome
  WHERE minute >= now() - interval '24 hours' GROUP BY 1, 2 ORDER BY 3 DESC, 2`;

const COMPARED_DAYS = 90;

interface Carried {
  id: number;
  dayBytes: number;
  dayMicros: string;
  monthBytes: number;
  monthMicros: string;
  balance: string | null;
  leftGb: number | null;
}

interface Outcome {
  networkId: number;
  outcome: string;
  count: number;
}

@Injectable()
export class NetworkUsageRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of every network, by id. */
  async findAll(): Promise<NetworkUsage[]> {
    const [carried, outcomes] = await this.uow.all<[Carried[], Outcome[]]>(
      () => this.uow.manager.query<Carried[]>(CARRIED),
      () => this.uow.manager.query<Outcome[]>(OUTCOMES),
    );
    return carried.map((row) => {
      const own = outcomes.filter(({ networkId }) => networkId === row.id);
      return {
        networkId: row.id,
        today: { bytes: row.dayBytes, costMicros: BigInt(row.dayMicros) },
        month: { bytes: row.monthBytes, costMicros: BigInt(row.monthMicros) },
        asked: own.find(({ outcome }) => outcome === 'asked')?.count ?? 0,
        failures: own.flatMap(({ outcome, count }) =>
          outcome === 'asked' ? [] : [{ reason: outcome, count }],
        ),
        balanceMicros: row.balance === null ? null : BigInt(row.balance),
        leftGb: row.leftGb,
      };
    });
  }

  /** The days of the last three months that the provider's count is known of, the latest first. */
  findDays(networkId: number): Promise<ComparedDay[]> {
    return this.uow.manager.query<ComparedDay[]>(
      `SELECT day::text AS day, own_bytes::float AS "ownBytes", bytes::float AS "providerBytes", source,
              recorded_at AS "recordedAt", is_off AS "isOff"
       FROM supply_difference WHERE network_id = $1 AND day > (now() AT TIME ZONE 'UTC')::date - ${COMPARED_DAYS}
       ORDER BY day DESC`,
      [networkId],
    );
  }

  /** The last count of a day replaces those before. @param day of UTC: 2026-11-24. */
  async recordDay(
    networkId: number,
    day: string,
    bytes: number,
    source: UsageSource,
  ): Promise<void> {
    await this.uow.manager.query(
      `INSERT INTO supply_provider_usage (network_id, day, bytes, source) VALUES ($1, $2, $3, $4)
       ON CONFLICT (network_id, day) DO UPDATE SET
         bytes = excluded.bytes, source = excluded.source, recorded_at = now()`,
      [networkId, day, bytes, source],
    );
  }

  /** The accounts that one network uses, whose counts are therefore those of the network. */
  findComparable(): Promise<ComparableAccount[]> {
    return this.uow.manager.query<ComparableAccount[]>(
      `SELECT a.provider_id AS "providerId", min(a.network_id) AS "networkId", min(n.bytes_per_gb) AS "bytesPerGb"
       FROM supply_network_account a JOIN supply_network n ON n.id = a.network_id
       GROUP BY a.provider_id HAVING count(*) = 1 ORDER BY a.provider_id`,
    );
  }
}
