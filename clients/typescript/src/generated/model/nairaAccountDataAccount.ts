import type { NairaAccountDetails } from './nairaAccountDetails';

/**
 * @nullable
 */
export type NairaAccountDataAccount = NairaAccountDetails | null;
