import type { TransformFnParams } from 'class-transformer';

/** For `@Transform`: text without the spaces around it; anything else as it came. */
export const trimmed = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.trim() : value;

/**
 * For `@Transform`: an e-mail address in the one form it is stored and compared in. Messengers put
 * characters around a copied address that nobody sees and nobody would type.
 */
export const normalizedEmail = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? emailForm(value) : value;

export const emailForm = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
