import { randomCode } from '@/lib/random-code';
import { createSafeStorage } from '@/lib/safe-storage';

/** TOPUP, a timestamp and a random string, upper-cased. */
export const topUpReference = (now = Date.now()): string => `TOPUP_${now}_${randomCode(9)}`;

const TTL_MS = 10 * 60_000;

interface Attempt {
  readonly intent: string;
  readonly reference: string;
  readonly since: number;
}

const storage = createSafeStorage('sessionStorage', 'nairaproxy.top-up-attempt');

function readAttempt(): Attempt | null {
  try {
    return JSON.parse(storage.get() ?? 'null') as Attempt | null;
  } catch {
    return null;
  }
}

/**
 * The reference of a top-up that got no response, or whose checkout has not ended. A retry takes it again, so that the
 * request and its idempotency key stay the same and no second payment is started.
 */
export const topUpAttempt = {
  /** @param intent what distinguishes one top-up from another, such as its amount. */
  getReference(intent: string, now = Date.now()): string {
    const stored = readAttempt();
    if (stored?.intent === intent && now - stored.since < TTL_MS) return stored.reference;
    const reference = topUpReference(now);
    storage.set(JSON.stringify({ intent, reference, since: now } satisfies Attempt));
    return reference;
  },
  /** @param reference only of this payment. */
  complete(reference?: string): void {
    if (reference === undefined || readAttempt()?.reference === reference) storage.clear();
  },
};
