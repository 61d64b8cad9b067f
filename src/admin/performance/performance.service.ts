import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { PerformanceMinute } from './performance-minute.entity';
import { roundToOneDecimal } from '../statistics/percent';

/** Upper ends in milliseconds; a last stretch holds all that took longer. Stored: only ever append. */
export const LATENCY_BUCKETS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000] as const;
export const BUCKET_COUNT = LATENCY_BUCKETS.length + 1;

export function toBucketIndex(milliseconds: number): number {
  const index = LATENCY_BUCKETS.findIndex((end) => milliseconds <= end);
  return index < 0 ? BUCKET_COUNT - 1 : index;
}

/**
 * Where a share of all durations ends, taken as spread evenly within its stretch.
 * @param counts one per stretch.
 * @param share 0 to 1.
 * @returns milliseconds; null without any; the last bound when it lies beyond.
 */
export function quantile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!total) return null;
  let left = share * total;
  for (const [index, end] of LATENCY_BUCKETS.entries()) {
    const count = counts[index] ?? 0;
    if (left <= count) {
      const start = LATENCY_BUCKETS[index - 1] ?? 0;
      return Math.round(start + (count ? left / count : 1) * (end - start));
    }
    left -= count;
  }
  return LATENCY_BUCKETS[LATENCY_BUCKETS.length - 1]!;
}

export interface Sample {
  readonly requests: number;
  readonly errors: number;
  readonly totalMs: number;
  readonly buckets: readonly number[];
}

export const EMPTY_SAMPLE: Sample = {
  requests: 0,
  errors: 0,
  totalMs: 0,
  buckets: Array<number>(BUCKET_COUNT).fill(0),
};

const RETENTION_DAYS = 400;

const SUMMED = Array.from(
  { length: BUCKET_COUNT },
  (_, i) => `coalesce(performance_minute.buckets[${i + 1}], 0) + excluded.buckets[${i + 1}]`,
).join(', ');

export interface Measurements {
  /** Milliseconds, one decimal; null without requests. */
  readonly averageMs: number | null;
  readonly p95Ms: number | null;
  /** Percent of requests that ended in a server error; null without requests. */
  readonly errorRate: number | null;
  /** Percent of minutes in which the API ran, of those since it first did; null without any. */
  readonly uptime: number | null;
  readonly requests: number;
}

const BUCKETS = Array.from(
  { length: BUCKET_COUNT },
  (_, i) => `coalesce(sum(buckets[${i + 1}]), 0)::int`,
).join(', ');

/**
 * What the platform measures of itself. The present minute counts once there is a row of it:
 * a running process writes one within it, not at its very beginning.
 */
@Injectable()
export class PerformanceService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Adds to the current minute of a process. A sample without requests is a heartbeat. */
  async add(process: 'api' | 'worker', instance: string, sample: Sample): Promise<void> {
    await this.uow.manager.query(
      `INSERT INTO performance_minute (minute, process, instance, requests, errors, total_ms, buckets)
       VALUES (date_trunc('minute', now()), $1, $2, $3, $4, $5, $6)
       ON CONFLICT (minute, process, instance) DO UPDATE SET
         requests = performance_minute.requests + excluded.requests,
         errors = performance_minute.errors + excluded.errors,
         total_ms = performance_minute.total_ms + excluded.total_ms,
         buckets = ARRAY[${SUMMED}]`,
      [
        process,
        instance,
        sample.requests,
        sample.errors,
        Math.round(sample.totalMs),
        sample.buckets,
      ],
    );
  }

  /** Deletes minutes older than the retention period. */
  async deleteExpired(): Promise<void> {
    await this.uow.manager
      .createQueryBuilder()
      .delete()
      .from(PerformanceMinute)
      .where('minute < now() - make_interval(days => :days)', { days: RETENTION_DAYS })
      .execute();
  }

  /** Over the last `minutes`. @param until their end; now when it is left out. */
  async measure(minutes: number, until?: Date): Promise<Measurements> {
    const [row] = await this.uow.manager.query(
      `WITH span AS (
         SELECT now.at, greatest(date_trunc('minute', now.at) - make_interval(mins => $1 - 1),
                                 (SELECT min(minute) FROM performance_minute WHERE process = 'api')) AS start
         FROM (SELECT coalesce($2::timestamptz, now()) AS at) now)
       SELECT coalesce(sum(requests), 0)::int AS requests, coalesce(sum(errors), 0)::int AS errors,
              coalesce(sum(total_ms), 0)::float8 AS total_ms, ARRAY[${BUCKETS}] AS buckets,
              count(DISTINCT minute)::int AS present,
              (SELECT floor(extract(epoch FROM at - start) / 60)::int FROM span)
                + bool_or(minute = (SELECT date_trunc('minute', at) FROM span))::int AS possible
       FROM performance_minute WHERE process = 'api' AND minute >= (SELECT start FROM span)
         AND minute <= (SELECT at FROM span)`,
      [minutes, until ?? null],
    );
    const { requests, errors, total_ms, buckets, present, possible } = row;
    return {
      requests,
      averageMs: requests ? roundToOneDecimal(total_ms / requests) : null,
      p95Ms: quantile(buckets, 0.95),
      errorRate: requests ? Math.round((10_000 * errors) / requests) / 100 : null,
      uptime: present ? Math.min(100, Math.floor((10_000 * present) / possible) / 100) : null,
    };
  }

  /** Bytes that went through the gateway in the last `hours`. @param until their end; now when it is left out. */
  async traffic(hours: number, until?: Date): Promise<bigint> {
    const [row] = await this.uow.manager.query(
      `SELECT coalesce(sum(bytes_up + bytes_down), 0)::bigint AS bytes FROM usage_hour
       WHERE hour > coalesce($2::timestamptz, now()) - make_interval(hours => $1) AND hour <= coalesce($2::timestamptz, now())`,
      [hours, until ?? null],
    );
    return BigInt(row.bytes);
  }

  async databaseBytes(): Promise<bigint> {
    const [row] = await this.uow.manager.query(
      `SELECT pg_database_size(current_database())::text AS bytes`,
    );
    return BigInt(row.bytes);
  }

  /** Seconds by which the work that is most overdue is. */
  async queueAge(): Promise<number> {
    const [row] = await this.uow.manager.query(
      `SELECT greatest(0, extract(epoch FROM now() - least(
         (SELECT min(next_check_at) FROM payment WHERE next_check_at IS NOT NULL),
         (SELECT min(next_attempt_at) FROM mail_message WHERE status = 'queued'),
         (SELECT min(received_at) FROM payment_webhook WHERE processed_at IS NULL))))::float8 AS age`,
    );
    return row.age ?? 0;
  }

  /** No worker for five minutes, while the API has been running for longer than that. */
  async areWorkersSilent(): Promise<boolean> {
    const [row] = await this.uow.manager.query(
      `SELECT coalesce(min(minute) FILTER (WHERE process = 'api') < now() - interval '6 minutes', false)
          AND coalesce(max(minute) FILTER (WHERE process = 'worker') < now() - interval '6 minutes', true)
          AS silent
       FROM performance_minute WHERE minute > now() - interval '1 day'`,
    );
    return row.silent;
  }
}
