import { Injectable, Logger } from '@nestjs/common';
import { MINUTE } from '../common/time/clock';
import { queueName, SCHEDULES, type RepeatingJobName } from './job-catalog';
import { QueueRegistry } from './queue-registry';

/** A busy queue may start a repeating job this late without anything being wrong. */
const MAX_DELAY_MS = MINUTE;

/** Registers the repeating jobs. Calls from many workers leave one schedule of each. */
@Injectable()
export class JobSchedulerService {
  private readonly logger = new Logger(JobSchedulerService.name);

  constructor(private readonly queues: QueueRegistry) {}

  async registerAll(): Promise<void> {
    for (const name of repeatingJobs) await this.register(name);
  }

  /**
   * Registers again what is missing or has stopped, as in a Redis that was emptied or replaced.
   * Sweepers are repeating jobs, so a lost schedule would leave lost work unfound.
   */
  async restoreAll(): Promise<void> {
    for (const name of repeatingJobs)
      if (await this.restore(name)) this.logger.warn({ job: name }, 'Restored a lost schedule');
  }

  async register(name: RepeatingJobName): Promise<void> {
    await this.queues.get(queueName(name)).upsertJobScheduler(
      name,
      { every: SCHEDULES[name] },
      // The next interval is the retry.
      { name, data: {}, opts: { attempts: 1, removeOnComplete: true } },
    );
  }

  /** @returns whether it had to be registered; a schedule that is on time is left alone. */
  async restore(name: RepeatingJobName): Promise<boolean> {
    const scheduler = await this.queues.get(queueName(name)).getJobScheduler(name);
    const isOnTime = Date.now() < (scheduler?.next ?? 0) + 2 * SCHEDULES[name] + MAX_DELAY_MS;
    if (isOnTime) return false;
    await this.register(name);
    return true;
  }
}

const repeatingJobs = Object.keys(SCHEDULES) as RepeatingJobName[];
