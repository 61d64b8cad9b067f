import type { TransformFnParams } from 'class-transformer';

/** For `@Transform`: text without the spaces around it; anything else as it came. */
export const trimmed = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.trim() : value;

/** For `@Transform`: an e-mail address in the one form it is stored and compared in. */
export const normalizedEmail = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;
