import { domainToASCII } from 'node:url';
import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { toPlainText } from '../text/plain-text';
import { hasVisibleLetter } from '../text/visible-text';
import {
  IsISO8601,
  IsOptional,
  Matches,
  ValidateIf,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { isPlausible } from '../time/calendar';

/** A domain with letters beyond ASCII, and nothing that `domainToASCII` would decode or cut off. */
const INTERNATIONAL = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.\-。．｡]+$/u;

/**
 * An e-mail address with its domain in the form of the DNS, so that both spellings of a domain are one address. Any other text is
 * returned as it is.
 * @example x@bücher.example → x@xn--bcher-kva.example
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || !INTERNATIONAL.test(domain)) return email;
  const ascii = domainToASCII(domain);
  return ascii ? email.slice(0, at + 1) + ascii : email;
}

/** For `@Transform`: trims text; other values are left for the validator to reject. */
export const trim = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.trim() : value;

/** A code, an address, a number or a search: see `toPlainText`. Other values are left for the validator to reject. */
export const PlainText = () =>
  Transform(({ value }: TransformFnParams) => mapTexts(value, toPlainText));

/** As `PlainText`, for what may be left out: blank text counts as left out. */
export const OptionalPlainText = () =>
  Transform(({ value }: TransformFnParams) =>
    mapTexts(value, (text) => toPlainText(text) || undefined),
  );

/** As `PlainText`, for codes, names and hosts that may be typed in either case. */
export const PlainLowerCase = () =>
  Transform(({ value }: TransformFnParams) =>
    mapTexts(value, (text) => toPlainText(text).toLowerCase()),
  );

/** As `PlainText`, for numbers that are often written in groups: without spaces and hyphens. */
export const PlainDigits = () =>
  Transform(({ value }: TransformFnParams) =>
    mapTexts(value, (text) => toPlainText(text).replace(/[\s-]/g, '')),
  );

const mapTexts = (value: unknown, map: (text: string) => unknown): unknown => {
  if (typeof value === 'string') return map(value);
  return Array.isArray(value) ? value.map((entry) => mapTexts(entry, map)) : value;
};

/** For `@Transform`: an e-mail address in its canonical form. */
export const normalizeEmail = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? toCanonicalEmail(value) : value;

/** The form in which e-mail addresses are stored and compared: its domain is in ASCII. */
export const toCanonicalEmail = (text: string): string =>
  withAsciiDomain(
    toPlainText(text)
      .replace(/\p{Cf}/gu, '')
      .toLowerCase(),
  );

/** Converts a whole number given as text ("5"); other values are left for the validator to reject. */
export const ToInteger = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,10}$/.test(toPlainText(value))
      ? Number(toPlainText(value))
      : value,
  );

/** The field may be left out but, unlike with `IsOptional`, not be null: its type is `T | undefined`. */
export const IfGiven = () => ValidateIf((_, value) => value !== undefined);

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;
const UNUSABLE_DAY = { message: 'Enter a date such as 2026-03-31' };

/** A day that may be left out, also as an empty text. */
export const IsDay = () =>
  applyDecorators(
    IsOptional(),
    Transform(({ value }: TransformFnParams) => (value === '' ? undefined : value)),
    Matches(DAY, UNUSABLE_DAY),
    IsISO8601({ strict: true }, UNUSABLE_DAY),
  );

/** A name: text with a letter or digit that can be seen. */
export const HasVisibleLetter = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'hasVisibleLetter',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && hasVisibleLetter(value),
      },
    },
    options,
  );

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const UNKNOWN = new Set(['zz', 'xa', 'xb', 'un', 'eu', 'ez', 'qo']);

/** Whether it is an ISO 3166-1 alpha-2 code in lower case; aliases such as uk are none. */
export const isCountryCode = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^[a-z]{2}$/.test(value) &&
  !UNKNOWN.has(value) &&
  NAMES.of(value.toUpperCase()) !== undefined &&
  new Intl.Locale(`und-${value}`).region?.toLowerCase() === value;

export const IsCountryCode = (options: ValidationOptions) =>
  ValidateBy({ name: 'isCountryCode', validator: { validate: isCountryCode } }, options);

/** For a `Date`, or a text that another decorator knows to be one. */
export const IsPlausible = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isPlausible',
      validator: {
        validate: (value: unknown) =>
          (typeof value === 'string' || value instanceof Date) && isPlausible(new Date(value)),
        defaultMessage: () => '$property must be between the years 2000 and 2099',
      },
    },
    options,
  );

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
