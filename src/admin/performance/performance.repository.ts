import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { BUCKET_COUNT } from './latency-buckets';
import { PerformanceMinute } from './performance-minute.entity';

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
