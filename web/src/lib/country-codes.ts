import { countryName } from './country';
import { once } from './once';

const ALIASES = new Set(['zz', 'xa', 'xb', 'un', 'eu', 'ez', 'qo']);
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Codes of all countries in lower case, by name. */
export const countryCodes = once((): readonly string[] => {
  const known = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes
    .filter(
      (code) =>
        !ALIASES.has(code) &&
        known.of(code.toUpperCase()) !== undefined &&
        // Codes of former countries, and uk, mean another one.
        new Intl.Locale(`und-${code}`).region?.toLowerCase() === code,
    )
    .sort((a, b) => countryName(a).localeCompare(countryName(b)));
});
