import type { UsageDelta } from './usage-delta';
import type { SubUserSettlement } from './sub-user-meter';

/** One flush; (gatewayId, seq) is its idempotency key, and its numbers only grow. */
export interface UsageBatch {
  /** The process that counted it, as long as it runs. Leases are its own. */
  gatewayId: string;
  seq: number;
  /** Determines the hour that the usage is booked to. */
  at: Date;
  deltas: UsageDelta[];
}

/** The state of one proxy after a batch, in bytes. */
export interface Settlement {
  /** Used in all, by every gateway. */
  used: number;
  /** Reserved for this process; 0 for a proxy without a limit. */
  lease: number;
  /** Reserved for other processes. */
  heldByOthers: number;
  /** Of those of its sub-users who are in the batch, by id; one that no longer exists is missing. */
  subUsers?: Map<number, SubUserSettlement>;
}

/** Usage storage: PostgreSQL, or memory in a test. */
export abstract class UsageStore {
  /**
   * Adds a batch unless it was added before, and leases what each proxy of it wants, as far as its quota goes.
   * @returns by proxy; one that no longer exists is missing.
   */
  abstract settle(batch: UsageBatch): Promise<Map<number, Settlement>>;
  /** Rejects when usage could not be saved for want of a table, a column or a right. */
  check(): Promise<void> {
    return Promise.resolve();
  }
  /** Forgets processes that have saved nothing since `before`. */
  abstract forgetHolders(before: Date): Promise<void>;
}
