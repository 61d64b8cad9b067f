import type { UsageDelta } from './proxy-account';

/** One flush; (gatewayId, seq) is its idempotency key. */
export interface UsageBatch {
  gatewayId: string;
  seq: number;
  /** Determines the hour that the usage is booked to. */
  at: Date;
  deltas: UsageDelta[];
}

/** Usage storage: PostgreSQL, or memory in a test. */
export abstract class UsageStore {
  /**
   * Adds a batch unless it was added before.
   * @returns bytes used in all, per proxy of the batch; one that no longer exists is missing.
   */
  abstract add(batch: UsageBatch): Promise<Map<number, number>>;
  /** Deletes ids of batches stored before `before`. */
  abstract forgetBatches(before: Date): Promise<void>;
}
