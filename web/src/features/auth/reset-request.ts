import { createSafeStorage } from '@/lib/safe-storage';

/** How long the mailed code is valid. */
const CODE_LIFETIME_MS = 10 * 60_000;

/** The last request for a code; the code itself and the password are never stored. */
export interface ResetRequest {
  email: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
}

const storage = createSafeStorage('sessionStorage', 'nairaproxy.password-reset');

/** Null when none was made in this tab, or when its code has expired. */
export function readResetRequest(): ResetRequest | null {
  try {
    const kept = JSON.parse(storage.get() ?? 'null') as Partial<ResetRequest> | null;
    const { email, sentAt } = kept ?? {};
    if (typeof email !== 'string' || typeof sentAt !== 'number') return null;
    return Date.now() - sentAt < CODE_LIFETIME_MS ? { email, sentAt } : null;
  } catch {
    return null;
  }
}

export function saveResetRequest(email: string): ResetRequest {
  const request = { email, sentAt: Date.now() };
  storage.set(JSON.stringify(request));
  return request;
}

export const clearResetRequest = (): void => storage.clear();
