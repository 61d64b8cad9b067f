import type { TransformFnParams } from 'class-transformer';

/** For `@Transform`: a filter left blank or set to `all` filters nothing. */
export const unlessAll = ({ value }: TransformFnParams): unknown =>
  value === '' || value === 'all' ? undefined : value;
