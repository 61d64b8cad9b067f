import { SetMetadata } from '@nestjs/common';
import type { JobName, JobPayloads } from './job-catalog';

export const JOB_HANDLER_KEY = 'job-handler';

/** Marks a provider as the one handler of a job; the worker finds it by this. */
export const HandlesJob = (name: JobName) => SetMetadata(JOB_HANDLER_KEY, name);

/** Throw to have the job tried again with backoff. */
export interface JobHandler<N extends JobName> {
  handle(payload: JobPayloads[N]): Promise<void>;
}
