import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookVerification } from '../../ports/card-provider.port';
import { sanitizePgJson } from '../../../database/pg-text-sanitizer';
import { toNairaAccount } from './korapay-charge.mapper';
import { extractRawMember } from './raw-json-member';

const SIGNATURE_PATTERN = /^[0-9a-f]{64}$/;
const REFERENCE_PATTERN = /^[\w.-]{1,100}$/;
const EVENT_PATTERN = /^[a-z_.]{1,60}$/;

const refused = (reason: string): WebhookVerification => ({ outcome: 'refused', reason });

/**
 * Verifies and parses a notification. Korapay signs only the serialized `data`: both the raw bytes and
 * their re-serialized form are accepted. `event` is not signed. https://developers.korapay.com/docs/webhooks
 */
export function verifyKorapayWebhook(
  rawBody: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
): WebhookVerification {
  if (!signature || !SIGNATURE_PATTERN.test(signature)) return refused('no usable signature');
  const text = decode(rawBody);
  const signed = text === null ? null : extractRawMember(text, 'data');
  if (text === null || signed === null) return refused('not a notification');
  const { event, data } = JSON.parse(text) as { event?: unknown; data: unknown };
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return refused('not a notification');
  const forms = [signed, JSON.stringify(data)];
  if (!secrets.some((secret) => forms.some((form) => matches(secret, form, signature))))
    return refused('the signature does not match');
  const { reference, payment_reference: paymentReference } = data as Record<string, unknown>;
  return {
    outcome: 'verified',
    event: typeof event === 'string' && EVENT_PATTERN.test(event) ? event : 'unreadable',
    references: [reference, paymentReference].filter(isReference),
    nairaAccount: toNairaAccount(data as Record<string, unknown>),
    // Computed from the signed part, so that a replay in another envelope is recognized.
    fingerprint: createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    payload: sanitizePgJson({ event, data }),
  };
}

function decode(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function matches(secret: string, text: string, signature: string): boolean {
  if (!secret) return false;
  const expected = createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

const isReference = (value: unknown): value is string =>
  typeof value === 'string' && REFERENCE_PATTERN.test(value);
