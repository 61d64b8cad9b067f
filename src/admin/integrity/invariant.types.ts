/** A rule about money or delivery that always holds, with a query for its violations. */
export interface Invariant {
  readonly name: string;
  readonly description: string;
  /** Selects one row per violation, identified by `subject`. */
  readonly violationsSql: string;
}
