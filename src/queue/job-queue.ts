import type { JobName, JobPayloads } from './job-catalog';

export interface AddOptions {
  /** Milliseconds before it may run. */
  readonly delay?: number;
  /** Adding the same key while such a job waits is a no-op. A debounce, never the guarantee. */
  readonly key?: string;
}

export interface QueueDepth {
  readonly waiting: number;
  readonly delayed: number;
  readonly failed: number;
  /** Age of the job that waits longest, 0 when none waits. */
  readonly oldestSeconds: number;
}

/** Where work is left for the workers. */
export abstract class JobQueue {
  abstract add<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: AddOptions,
  ): Promise<void>;
  /** What lies in each queue. */
  abstract depth(): Promise<Record<string, QueueDepth>>;
}
