import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** What one process did in one minute. A row without requests says that it was there. */
@Entity('performance_minute')
export class PerformanceMinute {
  @PrimaryColumn('timestamptz')
  minute: Date;

  /** `api` or `worker`. */
  @PrimaryColumn('text')
  process: string;

  /** Tells processes of one kind apart. */
  @PrimaryColumn('text')
  instance: string;

  @Column('integer', { default: 0 })
  requests: number;

  /** Answers of 500 and above. */
  @Column('integer', { default: 0 })
  errors: number;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  totalMs: bigint;

  /** Requests per stretch of duration; the stretches are those of `performance.service.ts`. */
  @Column('integer', { array: true, default: [] })
  buckets: number[];
}
