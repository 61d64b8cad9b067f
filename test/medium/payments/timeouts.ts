import { KorapayClientOptions } from '../../../src/payments/korapay/korapay.client';
import type { SandboxApp } from '../../support/sandbox-app';

/** As in production, so that a busy machine causes no timeouts. */
export const PROVIDER_TIMEOUT_MS = 20_000;
const SHORT_TIMEOUT_MS = 1000;

/** Runs a call that the provider does not answer, with a short timeout. */
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
