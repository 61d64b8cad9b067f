import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock, MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { queueName, SCHEDULES, type JobName } from '../../queue/job-catalog';
import { JobQueue, type FailedJob } from '../../queue/job-queue';
import { FAILED_JOB_KEY, type AlertCondition } from './alert.entity';

const LIMIT = 1000;
const MAX_ERROR_LENGTH = 300;

export type FailedJobAction = 'retry' | 'dismiss';

/** Jobs that have failed their last attempt, by name. */
@Injectable()
export class FailedJobsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly jobs: JobQueue,
    private readonly audit: AuditService,
  ) {}

  async findConditions(): Promise<AlertCondition[]> {
    const conditions: AlertCondition[] = [];
    for (const queue of this.jobs.queues()) {
      const failed = await this.jobs.findFailed(queue, LIMIT);
      for (const name of new Set(failed.map((job) => job.name))) {
        const jobs = failed.filter((job) => job.name === name);
        if (this.isOngoing(name, jobs)) conditions.push(toCondition(name, jobs));
      }
    }
    return conditions;
  }

  /** Audits the request; a worker, which has all queues, carries it out. */
  request(actor: Actor, action: FailedJobAction, job: JobName, reason: string): Promise<void> {
    return this.uow.run(async () => {
      await this.audit.record(actor, {
        action: 'system.failed_jobs_handled',
        target: `job:${job}`,
        details: `${action === 'retry' ? 'Retried' : 'Dismissed'} the failed jobs ${job}. ${reason}`,
      });
      await this.uow.afterCommit(() => this.jobs.add('admin.handle-failed', { action, job }));
    });
  }

  async handle(action: FailedJobAction, job: JobName): Promise<void> {
    if (action === 'retry') await this.jobs.retryFailed(job);
    else await this.jobs.dismissFailed(job);
  }

  /** The next run of a repeating job makes up for a failed one, so only failures that go on count. */
  private isOngoing(name: JobName, jobs: readonly FailedJob[]): boolean {
    const interval = (SCHEDULES as Partial<Record<JobName, number>>)[name];
    if (interval === undefined) return true;
    const since = this.clock.now().getTime() - 2 * interval - 5 * MINUTE;
    const recent = jobs.filter(({ failedAt }) => failedAt.getTime() > since);
    return recent.length >= (interval < 5 * MINUTE ? 3 : 1);
  }
}

function toCondition(name: JobName, jobs: readonly FailedJob[]): AlertCondition {
  const count = jobs.length === 1 ? '1 job' : `${jobs.length.toLocaleString('en-NG')} jobs`;
  const error = jobs[0]!.lastError.slice(0, MAX_ERROR_LENGTH);
  return {
    kind: 'job_failed',
    key: `${FAILED_JOB_KEY}${name}`,
    severity: 'critical',
    message: `${count} “${name}” of the queue ${queueName(name)} failed for good. Last error: ${error}`,
  };
}
