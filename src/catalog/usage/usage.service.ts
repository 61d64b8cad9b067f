import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY, HOUR } from '../../common/time/clock';
import { MonthPartitions } from '../../database/partitions/month-partitions';
import { UnitOfWork } from '../../database/unit-of-work';
import { SupplyNetworksService } from '../networks/networks.service';
import { isProviderError } from '../providers/adapters/provider-http';
import { ProviderAdapters } from '../providers/provider-adapters';
import { scaleOfCounter } from '../providers/provider.entity';
import type { CounterReading } from '../providers/providers.types';
import type {
  ComparedDayResponse,
  ComparedDaysData,
  NetworkUsageResponse,
  NetworkUsagesData,
  UsageSource,
} from './usage.dto';

/** Across a longer pause nobody knows on which side of midnight the traffic was. */
const LONGEST_PAUSE = 2 * HOUR;

/**
 * The traffic of a day from the readings of a running count. What lies between two readings counts as even; at midnight
 * that shifts a part of a quarter of an hour.
 * @param readings the earliest first.
 * @param day its midnight in UTC.
 * @param bytesPerGb what the provider counts as a gigabyte.
 * @returns bytes; null unless the readings cover the day.
 */
export function countDay(
  readings: readonly CounterReading[],
  day: Date,
  bytesPerGb: number,
): number | null {
  const [begin, end] = [day.getTime(), day.getTime() + DAY];
  let bytes = 0;
  let covered = begin;
  for (let i = 1; i < readings.length; i++) {
    const [before, after] = [readings[i - 1]!, readings[i]!];
    const [from, to] = [before.at.getTime(), after.at.getTime()];
    if (to <= begin || from >= end) continue;
    const isInside = from >= begin && to <= end;
    // After a change of the counter the two amounts have nothing in common.
    if (before.counter !== after.counter || from > covered) return null;
    if (!isInside && to - from > LONGEST_PAUSE) return null;
    const share = (Math.min(to, end) - Math.max(from, begin)) / (to - from);
    const unit = after.counter === 'used_bytes' ? 1 : bytesPerGb;
    bytes += usedBetween(before, after) * unit * share;
    covered = Math.min(to, end);
  }
  return covered === end ? Math.round(bytes) : null;
}

/** A count of use that fell began again at 0; traffic that was bought hides what was used meanwhile. */
function usedBetween(before: CounterReading, after: CounterReading): number {
  if (after.counter === 'left_gb') return Math.max(before.amount - after.amount, 0);
  return after.amount >= before.amount ? after.amount - before.amount : after.amount;
}

/** Providers correct their counts for some days. */
const DAYS_READ = 3;
const DAYS_LISTED = 90;

/** Error rates are told of the last hour; older outcomes are for looking back after an incident. */
const OUTCOMES_KEPT = `interval '7 days'`;

const toTraffic = (period: 'day' | 'month') => `json_build_object(
    'bytes', coalesce(u.${period}_bytes, 0)::float8,
    'cost_usd', coalesce(round(u.${period}_picos / 1000000), 0)::float8 / 1000000)`;

/** Of `NetworkUsageResponse`, by id. */
const USAGE = `
  SELECT n.id AS network_id, ${toTraffic('day')} AS today, ${toTraffic('month')} AS month,
    coalesce(o.asked, 0) AS asked, coalesce(o.failures, '[]') AS failures,
    p.balance_micros::float8 / 1000000 AS balance_usd, p.left_micro_gb::float8 / 1000000 AS left_gb
  FROM supply_network n
  LEFT JOIN supply_network_account a ON a.network_id = n.id
  LEFT JOIN supply_provider p ON p.id = a.provider_id
  LEFT JOIN (
    SELECT network_id, max(count) FILTER (WHERE outcome = 'asked') AS asked,
      json_agg(json_build_object('reason', outcome, 'count', count) ORDER BY count DESC, outcome)
        FILTER (WHERE outcome <> 'asked') AS failures
    FROM (SELECT network_id, outcome, sum(count)::float8 AS count FROM supply_outcome
          WHERE minute >= now() - interval '24 hours' GROUP BY network_id, outcome) AS outcomes
    GROUP BY network_id) AS o ON o.network_id = n.id
  CROSS JOIN LATERAL (
    SELECT sum(h.bytes_up + h.bytes_down) AS month_bytes, sum(h.cost_usd_picos) AS month_picos,
           sum(h.bytes_up + h.bytes_down) FILTER (WHERE h.hour >= date_trunc('day', now(), 'Africa/Lagos')) AS day_bytes,
           sum(h.cost_usd_picos) FILTER (WHERE h.hour >= date_trunc('day', now(), 'Africa/Lagos')) AS day_picos
    FROM supply_network_hour h
    WHERE h.network_id = n.id AND h.hour >= date_trunc('month', now(), 'Africa/Lagos')) AS u
  ORDER BY n.id`;

interface ComparableAccount {
  readonly providerId: number;
  readonly networkId: number;
  /** What the provider counts as a gigabyte. */
  readonly bytesPerGb: number;
}

/** What networks carried and cost, and what their providers say about it. */
@Injectable()
export class NetworkUsageService {
  private readonly logger = new Logger(NetworkUsageService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly networks: SupplyNetworksService,
    private readonly adapters: ProviderAdapters,
    private readonly audit: AuditService,
    private readonly partitions: MonthPartitions,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<NetworkUsagesData> {
    return { networks: await this.uow.manager.query<NetworkUsageResponse[]>(USAGE) };
  }

  /** The days of the last three months that the provider's count is known of, the latest first. */
  async listDays(networkId: number): Promise<ComparedDaysData> {
    await this.networks.find(networkId);
    const days = await this.uow.manager.query<ComparedDayResponse[]>(
      `SELECT day::text AS day, own_bytes::float8 AS own_bytes, bytes::float8 AS provider_bytes, source, recorded_at,
              is_off
       FROM supply_difference WHERE network_id = $1 AND day > (now() AT TIME ZONE 'UTC')::date - ${DAYS_LISTED}
       ORDER BY day DESC`,
      [networkId],
    );
    return { days };
  }

  /**
   * What staff read in the provider's dashboard.
   * @param day of UTC: 2026-11-24.
   */
  async enterDay(
    actor: Actor,
    networkId: number,
    day: string,
    bytes: number,
  ): Promise<ComparedDaysData> {
    const begin = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(begin.getTime()) || toDay(begin) !== day || begin > this.clock.now())
      throw invalidFields({ day: ['Enter a day that has begun, such as 2026-11-24'] });
    await this.uow.run(async () => {
      const network = await this.networks.lock(networkId);
      await this.recordDay(networkId, day, bytes, 'staff');
      await this.audit.record(actor, {
        action: 'system.supply_compared',
        target: `supply_network:${networkId}`,
        details: `Entered ${bytes} bytes as what the provider of ${network.name} counted on ${day}`,
      });
    });
    return this.listDays(networkId);
  }

  /**
   * Finds what providers counted on the last complete days. A count is of an account, so it is compared where one network
   * uses the account; otherwise staff enter it.
   */
  async compareAll(): Promise<void> {
    const accounts = await this.uow.manager.query<ComparableAccount[]>(
      `SELECT a.provider_id AS "providerId", min(a.network_id) AS "networkId", min(n.bytes_per_gb) AS "bytesPerGb"
       FROM supply_network_account a JOIN supply_network n ON n.id = a.network_id
       GROUP BY a.provider_id HAVING count(*) = 1 ORDER BY a.provider_id`,
    );
    for (const account of accounts) await this.compare(account);
  }

  /** Keeps the tables of what networks carried in shape: costs are kept for ever, outcomes for a week. */
  async maintainTables(): Promise<void> {
    await this.partitions.create('supply_usage');
    await this.uow.manager.query(
      `DELETE FROM supply_outcome WHERE minute < now() - ${OUTCOMES_KEPT}`,
    );
  }

  private async compare({ providerId, networkId, bytesPerGb }: ComparableAccount): Promise<void> {
    const { adapter, account } = await this.adapters.find(providerId);
    const readings = adapter.usage ? [] : await this.findReadings(providerId);
    const today = Date.parse(toDay(this.clock.now()));
    try {
      for (let ago = DAYS_READ; ago >= 1; ago--) {
        const day = new Date(today - ago * DAY);
        const bytes = adapter.usage
          ? await adapter.usage.countDay(account, day)
          : countDay(readings, day, bytesPerGb);
        if (bytes !== null) await this.recordDay(networkId, toDay(day), bytes, 'api');
      }
    } catch (error) {
      if (!isProviderError(error)) throw error;
      this.logger.warn({ provider: providerId, err: error }, 'Usage could not be read');
      await this.adapters.recordError(providerId, error.message);
    }
  }

  /** The earliest first. */
  private async findReadings(providerId: number): Promise<CounterReading[]> {
    const rows = await this.uow.manager.query<CounterReading[]>(
      `SELECT read_at AS "at", counter, amount::float8 AS amount FROM supply_provider_reading
       WHERE provider_id = $1 ORDER BY read_at`,
      [providerId],
    );
    return rows.map((row) => ({ ...row, amount: row.amount / scaleOfCounter(row.counter) }));
  }

  /** The last count of a day replaces those before. @param day of UTC: 2026-11-24. */
  private async recordDay(
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
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
