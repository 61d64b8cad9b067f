/** What staff are told of the accounts at providers: PostgreSQL, or memory in a test. Both methods reject when it is down. */
export abstract class NetworkAccountStore {
  /** The provider refuses the account of the network. Without effect when the network is gone. */
  abstract reportRefused(networkId: number): Promise<void>;
  /**
   * It takes it.
   * @param witnessed whether this process saw the last refusal; else only one that nobody has repeated lately ends.
   */
  abstract reportAccepted(networkId: number, witnessed: boolean): Promise<void>;
}
