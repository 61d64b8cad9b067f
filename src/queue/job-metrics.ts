import { Injectable } from '@nestjs/common';
import type { Histogram } from 'prom-client';
import { Metrics } from '../common/metrics/metrics';

/** Durations of jobs by outcome. */
@Injectable()
export class JobMetrics {
  private readonly duration: Histogram<'job' | 'outcome'>;

  constructor(metrics: Metrics) {
    this.duration = metrics.durations(
      'job_duration_seconds',
      'One try of a job, by name and outcome (completed or failed).',
      ['job', 'outcome'],
    );
  }

  /** Runs one attempt of a job and records its duration and outcome. */
  async measure<T>(job: string, attempt: () => Promise<T>): Promise<T> {
    const end = this.duration.startTimer({ job });
    try {
      const result = await attempt();
      end({ outcome: 'completed' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  }
}
