const KEY = 'nairaproxy.pending-payment';

/** The reference of a payment under way, in case the way back from the checkout is lost. */
export const pendingPayment = {
  get(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  set(reference: string): void {
    try {
      localStorage.setItem(KEY, reference);
    } catch {
      // The reference stands in the return address too.
    }
  },
  /** Of this payment only: the one that is kept may be another. */
  forget(reference: string): void {
    if (pendingPayment.get() === reference) pendingPayment.clear();
  },
  clear(): void {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was stored.
    }
  },
};
