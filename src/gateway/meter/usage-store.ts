import type { UsageDelta } from './proxy-account';

/** One flush; the pair (gatewayId, seq) names it, so that storing it twice counts once. */
export interface UsageBatch {
  gatewayId: string;
  seq: number;
  /** The usage belongs to the hour of this moment. */
  at: Date;
  deltas: UsageDelta[];
}

/** Where usage is kept: PostgreSQL, or memory in a test. */
export abstract class UsageStore {
  /**
   * Adds a batch unless it was added before.
   * @returns bytes used in all, per proxy of the batch; one that no longer exists is missing.
   */
  abstract add(batch: UsageBatch): Promise<Map<number, number>>;
  /** Forgets the names of batches stored before `before`. */
  abstract forgetBatches(before: Date): Promise<void>;
}
