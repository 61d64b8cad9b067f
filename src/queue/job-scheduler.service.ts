import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MINUTE, SECOND, withTimeout } from '../common/time/clock';
import { AdvisoryLock } from '../database/advisory-locks';
import { queueName, QUEUES, SCHEDULES, type RepeatingJobName } from './job-catalog';
import { QueueRegistry } from './queue-registry';

/** A busy queue may start a repeating job this late without anything being wrong. */
const MAX_DELAY_MS = MINUTE;
const RESTORE_TIMEOUT_MS = 30 * SECOND;

/** Registers the repeating jobs: one schedule of each, however many workers there are. */
@Injectable()
export class JobSchedulerService {
  private readonly logger = new Logger(JobSchedulerService.name);
  private isFormerRemoved = false;

  constructor(
    private readonly queues: QueueRegistry,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Registers what is missing, has another interval or has stopped, as after a Redis was emptied
   * or replaced. Sweepers are repeating jobs, so a lost schedule would leave lost work unfound.
   * One worker at a time: BullMQ on PostgreSQL loses or doubles a job that two register at once.
   */
  async restoreAll(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [lock] = await manager.query<[{ acquired: boolean }]>(
        'SELECT pg_try_advisory_xact_lock($1) AS acquired',
        [AdvisoryLock.jobSchedules],
      );
      if (!lock.acquired) return;
      await withTimeout(
        this.restoreEach(),
        RESTORE_TIMEOUT_MS,
        'The queues did not answer in time',
      );
    });
  }

  /** @returns whether it had to be registered; a schedule that is on time is left alone. */
  async restore(name: RepeatingJobName): Promise<boolean> {
    const every = SCHEDULES[name];
    const queue = this.queues.get(queueName(name));
    const scheduler = await queue.getJobScheduler(name);
    const isOnTime = Date.now() < (scheduler?.next ?? 0) + 2 * every + MAX_DELAY_MS;
    if (isOnTime && scheduler?.every === every) return false;
    await queue.upsertJobScheduler(
      name,
      { every },
      // A failed run is not retried: the next interval does that.
      { name, data: {}, opts: { attempts: 1, removeOnComplete: true } },
    );
    return true;
  }

  private async restoreEach(): Promise<void> {
    await this.removeFormer();
    for (const name of Object.keys(SCHEDULES) as RepeatingJobName[])
      if (await this.restore(name)) this.logger.log({ job: name }, 'Registered a schedule');
  }

  /** Ends the schedules of jobs that former releases had, once per worker. */
  private async removeFormer(): Promise<void> {
    if (this.isFormerRemoved) return;
    for (const name of QUEUES) {
      const queue = this.queues.get(name);
      for (const { key } of await queue.getJobSchedulers())
        if (!(key in SCHEDULES)) await queue.removeJobScheduler(key);
    }
    this.isFormerRemoved = true;
  }
}
