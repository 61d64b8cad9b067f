import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from './actor';

/**
 * Reference of a statement line that staff make, deterministic per call and idempotency key, so that a retry
 * finds the first line even after the record of the key is gone.
 */
export function toKeyedReference(
  prefix: 'FUND' | 'CORR' | 'CHARGEBACK' | 'GOODWILL' | 'REFUND-STAFF',
  actor: Actor,
  call: readonly (string | number)[],
  key: string | undefined,
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([actor.userId, ...call, key ?? randomUUID()]))
    .digest('hex');
  return `${prefix}-${digest.slice(0, 16).toUpperCase()}`;
}
