import { KorapayClientOptions } from '../../../src/payments/adapters/korapay/korapay.client';
import type { SandboxApp } from '../../support/sandbox-app';

/** As in production: an answer that is on its way must not be missed on a busy machine. */
export const PROVIDER_TIMEOUT_MS = 20_000;
const SHORT_TIMEOUT_MS = 1000;

/** Does what the provider is going to be silent about, without waiting for it any longer than that shows. */
export async function withShortTimeout<T>(
  { module }: SandboxApp,
  work: () => Promise<T>,
): Promise<T> {
  const limits: { timeoutMs: number } = module.get(KorapayClientOptions, { strict: false });
  limits.timeoutMs = SHORT_TIMEOUT_MS;
  try {
    return await work();
  } finally {
    limits.timeoutMs = PROVIDER_TIMEOUT_MS;
  }
}
