import { ValidateBy, type ValidationOptions } from 'class-validator';

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
