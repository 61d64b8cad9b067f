import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookVerification } from './korapay.types';
import { sanitizePgJson } from '../../database/pg-text-sanitizer';
import { toNairaAccount } from './korapay.mapper';

const MAX_DEPTH = 16;

/**
 * Extracts the raw text of a member of a JSON object, so that a signature can be verified over the signed
 * bytes. Rejects duplicate keys at any level, which parsers resolve differently.
 * @returns the raw text of the value, or null when the input is not such an object.
 */
export function extractRawMember(text: string, member: string): string | null {
  try {
    JSON.parse(text);
    return new Scanner(text, member).scan();
  } catch {
    return null;
  }
}

/** Scans well-formed JSON. */
class Scanner {
  private at = 0;
  private found: string | null = null;

  constructor(
    private readonly text: string,
    private readonly member: string,
  ) {}

  scan(): string | null {
    this.space();
    if (this.text[this.at] !== '{') return null;
    this.object(0);
    return this.found;
  }

  private object(depth: number): void {
    const seen = new Set<string>();
    this.items('}', depth, () => {
      const key = JSON.parse(this.string()) as string;
      if (seen.has(key)) throw new Error('Duplicate key');
      seen.add(key);
      this.space();
      this.at += 1; // the colon
      this.space();
      const start = this.at;
      this.value(depth + 1);
      if (depth === 0 && key === this.member) this.found = this.text.slice(start, this.at);
    });
  }

  private value(depth: number): void {
    const first = this.text[this.at];
    if (first === '{') this.object(depth);
    else if (first === '[') this.items(']', depth, () => this.value(depth + 1));
    else if (first === '"') this.string();
    else while (/[^\s,\]}]/.test(this.text[this.at] ?? ',')) this.at += 1;
  }

  private items(end: string, depth: number, item: () => void): void {
    if (depth > MAX_DEPTH) throw new Error('Nested too deep');
    this.at += 1;
    for (;;) {
      this.space();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] === end) break;
      else item();
    }
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    this.at += 1;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    return this.text.slice(start, this.at);
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}

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
