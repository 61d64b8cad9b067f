/** Days that hosts are kept. */
export const KEPT_DAYS = 30;
/** Hosts of a report; the rest is one row. */
export const LISTED_HOSTS = 100;

export interface TargetUsage {
  /** Empty: all that are not listed. */
  readonly host: string;
  readonly up: bigint;
  readonly down: bigint;
  readonly requests: number;
}

export interface TargetReport {
  readonly isEnabled: boolean;
  readonly from: Date;
  readonly until: Date;
  /** The most traffic first; the row without a host is the last. */
  readonly targets: readonly TargetUsage[];
}
