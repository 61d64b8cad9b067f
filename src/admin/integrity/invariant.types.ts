/** A rule about money or delivery that always holds, with a query for its violations. */
export interface Invariant {
  readonly name: string;
  readonly description: string;
  /** Selects one row per violation, identified by `subject`. */
  readonly violationsSql: string;
}

/** Longer than any call, retry and sweep takes: work that is due for longer is stuck. */
export const STUCK_AFTER = `interval '15 minutes'`;
