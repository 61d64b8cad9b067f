import { createSafeStorage, type SafeStorage } from '@/lib/safe-storage';
import { session } from './session';

/** Each customer's own: on a shared device the next one must not ask for another's payment. */
const kept = (): SafeStorage =>
  createSafeStorage('localStorage', `nairaproxy.pending-payment.${session.get()?.user.id ?? 0}`);

/** The reference of a payment under way, in case the way back from the checkout is lost. */
export const pendingPayment = {
  get: (): string | null => kept().get(),
  set: (reference: string): void => kept().set(reference),
  clear: (): void => kept().clear(),
  /** Of this payment only: the one that is kept may be another. */
  forget(reference: string): void {
    if (kept().get() === reference) kept().clear();
  },
};
