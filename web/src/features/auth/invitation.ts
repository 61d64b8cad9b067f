import { createSafeStorage } from '@/lib/safe-storage';

const stored = createSafeStorage('localStorage', 'nairaproxy.invitation');
const CODE = /^[2-9A-HJ-NP-Z]{8}$/;

/**
 * The code of the invitation link that the visitor followed, now or before: most look around first.
 * @param params of the current URL.
 */
export function readInvitation(params: URLSearchParams): string | undefined {
  const code = params.get('ref')?.toUpperCase() ?? '';
  if (CODE.test(code)) stored.set(code);
  return stored.get() ?? undefined;
}

/** Once an account was opened with it. */
export const forgetInvitation = (): void => stored.clear();
