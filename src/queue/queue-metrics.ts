import { Injectable } from '@nestjs/common';
import { Metrics } from '../common/metrics/metrics';
import { JobQueue } from './job-queue';

const STATES = ['waiting', 'delayed', 'failed'] as const;

/** Gauges of what is in the queues; one process per deployment needs them, the worker has them. */
@Injectable()
export class QueueMetrics {
  constructor(
    metrics: Metrics,
    private readonly queue: JobQueue,
  ) {
    metrics.gauge(
      'queue_jobs',
      'Jobs by queue and state (waiting, delayed or failed).',
      ['queue', 'state'],
      () => this.countJobs(),
    );
    metrics.gauge(
      'queue_oldest_waiting_seconds',
      'Age of the job that waits longest.',
      ['queue'],
      () => this.measureAges(),
    );
  }

  private async countJobs() {
    return Object.entries(await this.queue.depth()).flatMap(([queue, depth]) =>
      STATES.map((state) => ({ labels: { queue, state }, value: depth[state] })),
    );
  }

  private async measureAges() {
    return Object.entries(await this.queue.depth()).map(([queue, { oldestSeconds }]) => ({
      labels: { queue },
      value: oldestSeconds,
    }));
  }
}
