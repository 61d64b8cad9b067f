import type { NairaAccountDataAccount } from './nairaAccountDataAccount';

export interface NairaAccountData {
  /** @nullable */
  account: NairaAccountDataAccount;
  /** Whether a naira account can be asked for. */
  offered: boolean;
}
