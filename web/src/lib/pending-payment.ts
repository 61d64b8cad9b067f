import { keptText } from './kept-text';

const kept = keptText('localStorage', 'nairaproxy.pending-payment');

/** The reference of a payment under way, in case the way back from the checkout is lost. */
export const pendingPayment = {
  get: kept.get,
  set: kept.set,
  clear: kept.clear,
  /** Of this payment only: the one that is kept may be another. */
  forget(reference: string): void {
    if (kept.get() === reference) kept.clear();
  },
};
