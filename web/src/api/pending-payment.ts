import { createSafeStorage, type SafeStorage } from '@/lib/safe-storage';
import { session } from './session';
import { topUpAttempt } from './top-up-attempt';

/** Keyed by user id: on a shared device the next customer must not verify another's payment. */
const storage = (): SafeStorage =>
  createSafeStorage('localStorage', `nairaproxy.pending-payment.${session.get()?.user.id ?? 0}`);

/** Reference of an unfinished top-up, in case the redirect back from the checkout is lost. */
export const pendingPayment = {
  get: (): string | null => storage().get(),
  set: (reference: string): void => storage().set(reference),
  clear: (): void => storage().clear(),
  /** Only if this payment is stored; another one may have replaced it. */
  forget(reference: string): void {
    topUpAttempt.complete(reference);
    if (storage().get() === reference) storage().clear();
  },
};
