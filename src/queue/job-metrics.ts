import { Injectable } from '@nestjs/common';
import type { Histogram } from 'prom-client';
import { Metrics } from '../common/metrics/metrics';
import { JobQueue } from './job-queue';

/** How long jobs take, how they end, and what is waiting. */
@Injectable()
export class JobMetrics {
  private readonly duration: Histogram<'job' | 'outcome'>;

  constructor(
    metrics: Metrics,
    private readonly queue: JobQueue,
  ) {
    this.duration = metrics.durations(
      'job_duration_seconds',
      'One try of a job, by name and outcome (completed or failed).',
      ['job', 'outcome'],
    );
    metrics.gauge(
      'queue_jobs',
      'Jobs by queue and state (waiting, delayed or failed).',
      ['queue', 'state'],
      () => this.sizes(),
    );
    metrics.gauge(
      'queue_oldest_waiting_seconds',
      'Age of the job that waits longest.',
      ['queue'],
      () => this.ages(),
    );
  }

  /** Runs one try of a job and notes how it went. */
  async timed<T>(job: string, run: () => Promise<T>): Promise<T> {
    const end = this.duration.startTimer({ job });
    try {
      const result = await run();
      end({ outcome: 'completed' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  }

  private async sizes() {
    return Object.entries(await this.queue.depth()).flatMap(([queue, depth]) =>
      (['waiting', 'delayed', 'failed'] as const).map((state) => ({
        labels: { queue, state },
        value: depth[state],
      })),
    );
  }

  private async ages() {
    return Object.entries(await this.queue.depth()).map(([queue, { oldestSeconds }]) => ({
      labels: { queue },
      value: oldestSeconds,
    }));
  }
}
