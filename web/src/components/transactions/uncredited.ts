/** Explains the status of a top-up that ended without a credit. */
export const UNCREDITED = 'Nothing was added to your wallet.';

/** Whether it is a top-up that failed or was cancelled. */
export const isUncredited = ({ type, status }: { type: string; status: string }): boolean =>
  type === 'credit' && (status === 'failed' || status === 'cancelled');
