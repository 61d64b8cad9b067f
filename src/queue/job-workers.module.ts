import {
  Module,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, Reflector } from '@nestjs/core';
import { JobSchedulerService } from './job-scheduler.service';
import { BullRegistrar, type WorkerHost } from '@nestjs/bullmq';
import { SECOND } from '../common/time/clock';
import { QUEUES, type QueueName } from './job-catalog';
import { Metrics } from '../common/metrics/metrics';
import { JobQueue } from './job-queue';

const STATES = ['waiting', 'delayed', 'failed'] as const;

/** Gauges of what is in the queues; one process per deployment needs them, the worker has them. */
@Injectable()
class QueueMetrics {
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

/** Set by `@Processor`; @nestjs/bullmq does not export the key. */
const PROCESSOR_METADATA = 'bullmq:processor_metadata';
const RESTORE_SCHEDULES_EVERY_MS = 15 * SECOND;

/** Starts the workers of a worker process, unless a queue has no processor or two. */
@Injectable()
class JobWorkersService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobWorkersService.name);
  private processors: WorkerHost[] = [];
  private restoring: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly registrar: BullRegistrar,
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly scheduler: JobSchedulerService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const processors = this.findProcessors();
    this.registrar.register();
    this.processors = processors;
    await Promise.all(processors.map(({ worker }) => worker.waitUntilReady()));
    await this.restoreSchedules();
    this.timer = setInterval(
      () => void this.restoreSchedules(),
      RESTORE_SCHEDULES_EVERY_MS,
    ).unref();
  }

  /** Running jobs end before the database and the queues are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.processors.map(({ worker }) => worker.close()));
  }

  /** Never rejects: what a lost connection prevents is done the next time. */
  private restoreSchedules(): Promise<void> {
    return (this.restoring ??= this.scheduler
      .restoreAll()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'Schedules not checked'))
      .finally(() => (this.restoring = undefined)));
  }

  private findProcessors(): WorkerHost[] {
    const found = new Map<QueueName, WorkerHost>();
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (!instance || !metatype) continue;
      const options = this.reflector.get<{ name: QueueName } | undefined>(
        PROCESSOR_METADATA,
        metatype,
      );
      if (!options) continue;
      if (found.has(options.name)) throw new Error(`Queue ${options.name} has two processors`);
      found.set(options.name, instance as WorkerHost);
    }
    const missing = QUEUES.filter((name) => !found.has(name));
    if (missing.length) throw new Error(`Queues without a processor: ${missing.join(', ')}`);
    return [...found.values()];
  }
}

/** Runs the processors of the application. Imported by the worker process only. */
@Module({
  imports: [DiscoveryModule],
  providers: [JobSchedulerService, JobWorkersService, QueueMetrics],
})
export class JobWorkersModule {}
