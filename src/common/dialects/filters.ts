import { UnsupportedFilterError } from './dialect-error';
import type { TargetingFilter, TemplateValue } from './dialect.types';

/** `value` is not empty; `country` is that of the same request. @throws UnsupportedFilterError */
type Filter = (value: string, name: TemplateValue, country: string | null) => string;

/** The words of a place in lower-case ASCII: "São Paulo" → sao, paulo. */
const toWords = (value: string): string[] =>
  value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** A place of which no letter is left, such as one in another script, is refused. */
function join(value: string, name: TemplateValue, separator: string): string {
  const words = toWords(value);
  const lost = value.normalize('NFKD').replace(/[\p{M}\p{P}\p{S}\p{Z}a-z0-9]/giu, '');
  if (words.length === 0 || lost !== '')
    throw refuse(name, `The provider takes only latin letters and digits for the ${name}`);
  return words.join(separator);
}

const refuse = (name: TemplateValue, why: string): UnsupportedFilterError =>
  new UnsupportedFilterError(name as TargetingFilter, why);

/** Each filter of a template by its word after the `|`. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  lower: (value) => value.toLowerCase(),
  upper: (value) => value.toUpperCase(),
  /** San Francisco → sanfrancisco */
  squash: (value, name) => join(value, name, ''),
  /** Los Angeles → los_angeles */
  underscore: (value, name) => join(value, name, '_'),
  /** New York → new+york */
  plus: (value, name) => join(value, name, '+'),
  /** New York → new.york */
  dot: (value, name) => join(value, name, '.'),
  /** ISO's gb is uk. */
  uk: (value) => (value.toLowerCase() === 'gb' ? 'uk' : value),
  /** States of the USA: California → us_california */
  us: (value, name, country) => {
    requireUsa(name, country);
    return `us_${join(value, name, '_')}`;
  },
  /** States of the USA by their two letters. */
  state: (value, name, country) => {
    requireUsa(name, country);
    if (!/^[a-z]{2}$/i.test(value))
      throw refuse(name, 'The provider takes states by their two letters only');
    return value.toLowerCase();
  },
  /** An internet provider by the number of its network: 37148 or as37148. */
  asn: (value, name) => {
    const number = /^(?:as)?([1-9]\d{0,9})$/i.exec(value)?.[1];
    if (number === undefined)
      throw refuse(name, 'The provider takes internet providers by AS number only');
    return number;
  },
  /** Minutes in seconds. */
  seconds: (value) => String(Math.round(Number(value) * 60)),
};

function requireUsa(name: TemplateValue, country: string | null): void {
  if (country?.toLowerCase() !== 'us')
    throw refuse(name, 'The provider knows regions of the USA only');
}
