/** A closed month of the ledger. */
export interface ClosedPeriod {
  /** In the shop's zone, `YYYY-MM`. */
  readonly month: string;
  readonly endsAt: Date;
  /** No later entry has a lower id. */
  readonly nextEntryId: string;
  /** No later transaction has a lower id. */
  readonly nextTransactionId: string;
  readonly chainPosition: string;
  readonly chainTransactionId: string;
  readonly chainHash: Buffer;
  readonly seal: Buffer;
}
