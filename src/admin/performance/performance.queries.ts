import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { roundToOneDecimal } from '../statistics/percent';
import { BUCKET_COUNT, quantile } from './performance.repository';

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
 * Read only: what the platform measured of itself. The present minute counts once there is a row of it:
 * a running process writes one within it, not at its very beginning.
 */
@Injectable()
export class PerformanceQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Over the last `minutes`. */
  async measure(minutes: number): Promise<Measurements> {
    const [row] = await this.uow.manager.query(
      `WITH span AS (
         SELECT greatest(date_trunc('minute', now()) - make_interval(mins => $1 - 1),
                         (SELECT min(minute) FROM performance_minute WHERE process = 'api')) AS start)
       SELECT coalesce(sum(requests), 0)::int AS requests, coalesce(sum(errors), 0)::int AS errors,
              coalesce(sum(total_ms), 0)::float8 AS total_ms, ARRAY[${BUCKETS}] AS buckets,
              count(DISTINCT minute)::int AS present,
              (SELECT floor(extract(epoch FROM now() - start) / 60)::int FROM span)
                + bool_or(minute = date_trunc('minute', now()))::int AS possible
       FROM performance_minute WHERE process = 'api' AND minute >= (SELECT start FROM span)`,
      [minutes],
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

  /** Bytes that went through the gateway in the last `hours`. */
  async traffic(hours: number): Promise<bigint> {
    const [row] = await this.uow.manager.query(
      `SELECT coalesce(sum(bytes_up + bytes_down), 0)::bigint AS bytes FROM usage_hour
       WHERE hour > now() - make_interval(hours => $1)`,
      [hours],
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
