import { Transform, type TransformFnParams } from 'class-transformer';

/** For `@Transform`: trims text; other values are left for the validator to reject. */
export const trim = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.trim() : value;

/** For `@Transform`: an e-mail address in its canonical form. */
export const normalizeEmail = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? toCanonicalEmail(value) : value;

/**
 * The form in which e-mail addresses are stored and compared. Messengers wrap a copied address in
 * invisible format characters, which are removed.
 */
export const toCanonicalEmail = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();

/** Converts a whole number given as text ("5"); other values are left for the validator to reject. */
export const ToInteger = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value,
  );
