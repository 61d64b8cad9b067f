import type { AutoRenewResponseStoppedReason } from './autoRenewResponseStoppedReason';

export interface AutoRenewResponse {
  /**
   * The period in minutes of a datacenter proxy, else null.
   * @nullable
   */
  duration_minutes: number | null;
  enabled: boolean;
  /** Failed attempts before this end; the third switches it off. */
  failures: number;
  /**
   * The traffic package in GB of a residential or mobile proxy, else null.
   * @nullable
   */
  gigabytes: number | null;
  /**
   * When the wallet is charged, or the charge is tried again; null when none is planned.
   * @nullable
   */
  next_charge_at: string | null;
  /**
   * Why it was switched off; null when it is on, or its owner switched it off.
   * @nullable
   */
  stopped_reason: AutoRenewResponseStoppedReason;
}
