import { toMicros as roundToMicros } from '../../../common/money/usd';

/** The object of an answer; empty for anything else. */
export const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The objects of a list; empty for anything else. */
export const toObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(toObject) : [];

/** Of a text or a number; null for anything else. */
export const toText = (value: unknown): string | null =>
  typeof value === 'string' && value
    ? value
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : null;

/** Of a number, or of a text such as `$25.00`; null for anything else. */
export function toMicros(value: unknown): bigint | null {
  const amount = typeof value === 'string' ? Number(value.replace(/^\$/, '')) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && value !== ''
    ? roundToMicros(amount)
    : null;
}

/** Of a number, or of a text that is one; null for anything else and below 0. */
export function toAmount(value: unknown): number | null {
  const amount = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : null;
}
