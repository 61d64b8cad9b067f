
export interface CheckedTransfersData {
  /** Whole naira. */
  amount: number;
  /** Transfers that were credited by this call. */
  credited: number;
}
