import type { NairaAccountStatus } from './nairaAccountStatus';

export interface NairaAccountDetails {
  /**
   * As transfers show it.
   * @nullable
   */
  account_name: string | null;
  /** @nullable */
  bank_name: string | null;
  /**
   * Ten digits; null unless it is active.
   * @nullable
   */
  number: string | null;
  /**
   * Why it was refused.
   * @nullable
   */
  reason: string | null;
  /** `requested`: the bank has not answered yet. `refused`: it made none, and another can be asked for. */
  status: NairaAccountStatus;
}
