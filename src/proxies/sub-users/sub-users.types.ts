/** Of one proxy. */
export const MAX_SUB_USERS = 50;
/** Of a name, in characters; the gateway and the table have the same limit. */
export const MAX_SUB_USER_NAME = 20;
/** Of a limit, in GB. */
export const MAX_LIMIT_GB = 100_000;

/** Bytes that may be carried; null without a limit. */
export interface SubUserLimits {
  /** From midnight to midnight in Lagos. */
  readonly dailyBytes: bigint | null;
  /** Calendar month in Lagos. */
  readonly monthlyBytes: bigint | null;
}

export interface SubUserChange extends SubUserLimits {
  readonly isSuspended: boolean;
}

/** Credentials that the owner of a proxy gives to somebody. */
export interface SubUserView extends SubUserChange {
  readonly id: number;
  readonly name: string;
  /** That of the proxy with the name after a dot. */
  readonly username: string;
  readonly password: string;
  /** Bytes. */
  readonly usedToday: bigint;
  readonly usedThisMonth: bigint;
  readonly createdAt: Date;
}
