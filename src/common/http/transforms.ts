import { Transform, type TransformFnParams } from 'class-transformer';
import { withAsciiDomain } from '../net/email-domain';
import { toPlainText } from '../text/plain-text';

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
