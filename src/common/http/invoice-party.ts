import type { TransformFnParams } from 'class-transformer';
import { toPlainText } from '../text/plain-text';

/** Fields of the seller and the buyer of an invoice. */

/** A tax identification number, as 12345678-0001 or 10 to 13 digits. */
export const NIGERIAN_TIN = /^(\d{8}-\d{4}|\d{10,13})$/;
export const INVALID_TIN = {
  message: 'A TIN looks like 12345678-0001, or has 10 to 13 digits',
};

export const ADDRESS_MAX = 300;
/** One to five lines without control and bidirectional characters. */
export const ADDRESS =
  /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+(\n[^\p{Cc}\u202a-\u202e\u2066-\u2069]+){0,4}$/u;

/** For `@Transform`: trims the lines of an address and drops empty ones; other values are left for the validator. */
export const normalizeLines = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string'
    ? value
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n')
    : value;

/** For `@Transform`: a TIN without spaces; empty text is null. */
export const normalizeTin = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? toPlainText(value).replace(/\s+/g, '') || null : value;
