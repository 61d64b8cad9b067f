import type { JobName, JobPayloads } from './job-catalog';

export interface AddOptions {
  /** Milliseconds before it may run. */
  readonly delay?: number;
  /** Adding the same key while such a job waits is a no-op. A debounce, never the guarantee. */
  readonly key?: string;
}

/** Where work is left for the workers. */
export abstract class JobQueue {
  abstract add<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: AddOptions,
  ): Promise<void>;
  /** Waiting jobs and the age of the oldest in seconds, per queue. */
  abstract depth(): Promise<Record<string, { waiting: number; delayed: number; failed: number }>>;
}
