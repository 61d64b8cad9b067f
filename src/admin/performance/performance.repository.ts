import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { PerformanceMinute } from './performance-minute.entity';

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

/** `add` is SQL: its upsert adds to the stored counters. */
@Injectable()
export class PerformanceRepository {
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
}
