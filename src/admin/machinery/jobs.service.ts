import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { refusalsOf } from '../../common/errors/domain-error';
import { toOffset, toPage, toPagination } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { Clock, MINUTE, SECOND, withTimeout } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  queueName,
  QUEUES,
  SCHEDULES,
  type JobName,
  type QueueName,
} from '../../queue/job-catalog';
import { JobQueue, type FailedJob } from '../../queue/job-queue';
import { FAILED_JOB_KEY, type AlertCondition } from '../alerts/alert.entity';
import type { FailedJobsData, ListFailedJobsQuery, QueuesData } from './machinery.dto';

const LIMIT = 1000;
const PER_PAGE = 15;
const MAX_ERROR_LENGTH = 300;
/** BullMQ waits for an unreachable Redis without a limit. */
const ANSWER_TIMEOUT_MS = 5 * SECOND;

export type FailedJobAction = 'retry' | 'dismiss';

const refuse = refusalsOf({
  not_found: { JOB_NOT_FOUND: 'This job has run again or is deleted.' },
  unavailable: { QUEUES_UNAVAILABLE: 'The queues did not answer. Try again in a moment.' },
});

const isQueue = (name: string): name is QueueName => (QUEUES as readonly string[]).includes(name);

/** The queues and the jobs that have failed their last attempt. */
@Injectable()
export class JobsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly jobs: JobQueue,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError unavailable, as all that ask the queues. */
  async listQueues(): Promise<QueuesData> {
    const depths = await answered(this.jobs.depth());
    return {
      queues: this.jobs.queues().map((name) => {
        const { oldestSeconds, ...depth } = depths[name]!;
        return { name, ...depth, oldest_seconds: Math.round(oldestSeconds) };
      }),
    };
  }

  async listFailed(query: ListFailedJobsQuery): Promise<FailedJobsData> {
    const page = toPage(query, PER_PAGE);
    const term = query.search?.toLowerCase() ?? '';
    const queues = query.queue ? [query.queue] : this.jobs.queues();
    const failed = await answered(
      Promise.all(queues.map((queue) => this.jobs.findFailed(queue, LIMIT))),
    );
    const matching = failed
      .flat()
      .filter(({ name, lastError }) => `${name} ${lastError}`.toLowerCase().includes(term))
      .sort((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
    const rows = matching.slice(toOffset(page), toOffset(page) + page.perPage);
    return {
      jobs: rows.map(({ id, queue, name, payload, attempts, lastError, failedAt }) => ({
        ...{ id, queue, name, payload, attempts },
        ...{ reason: lastError, failed_at: failedAt },
      })),
      pagination: toPagination({ rows, total: matching.length, page }),
    };
  }

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

  /** @throws DomainError not_found JOB_NOT_FOUND. */
  async handleOne(
    actor: Actor,
    action: FailedJobAction,
    queue: string,
    id: string,
    reason: string,
  ): Promise<void> {
    const job = isQueue(queue) && (await answered(this.jobs.findFailedJob(queue, id)));
    if (!job) throw refuse('JOB_NOT_FOUND');
    await this.record(actor, action, `the failed job ${job.name} (${id})`, job.name, reason);
    if (!(await answered(this.jobs.handleFailedJob(job.queue, id, action))))
      throw refuse('JOB_NOT_FOUND');
    await this.jobs.add('admin.evaluate-alerts', {});
  }

  /** Audits the request; a worker carries it out. */
  handleAll(actor: Actor, action: FailedJobAction, job: JobName, reason: string): Promise<void> {
    return this.uow.run(async () => {
      await this.record(actor, action, `the failed jobs ${job}`, job, reason);
      await this.uow.afterCommit(() => this.jobs.add('admin.handle-failed', { action, job }));
    });
  }

  async handle(action: FailedJobAction, job: JobName): Promise<void> {
    if (action === 'retry') await this.jobs.retryFailed(job);
    else await this.jobs.dismissFailed(job);
  }

  private record(
    actor: Actor,
    action: FailedJobAction,
    what: string,
    job: JobName,
    reason: string,
  ): Promise<void> {
    return this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.failed_jobs_handled',
        target: `job:${job}`,
        details: `${action === 'retry' ? 'Retried' : 'Dismissed'} ${what}. ${reason}`,
      }),
    );
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

const answered = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(answer, ANSWER_TIMEOUT_MS, '').catch(() => {
    throw refuse('QUEUES_UNAVAILABLE');
  });

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
