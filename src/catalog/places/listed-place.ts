import { PLACE_LEVELS, type PlaceLevel, toPlaceKey } from '../../common/dialects/place-table';
import type { NamedPlace } from '../providers/providers.types';
import type { ListedPlace } from './places.types';

/** What stands in credentials: nothing that a separator of theirs could be. */
const PROVIDER_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._'’()/&+-]{0,99}$/u;

/**
 * @param countries ISO codes in lower case that the shop knows.
 * @returns why it cannot be listed.
 */
export function toListedPlace(
  place: Omit<NamedPlace, 'level'> & { readonly level: string },
  countries: ReadonlySet<string>,
): ListedPlace | string {
  const level = place.level as PlaceLevel;
  if (!PLACE_LEVELS.includes(level)) return `The level must be one of ${PLACE_LEVELS.join(', ')}.`;
  const country = place.country.toLowerCase();
  if (!countries.has(country)) return 'The country must be an ISO code of two letters.';
  const isCountry = level === 'country';
  const name = isCountry ? country : place.name;
  const providerName = place.providerName || name;
  const key = isCountry ? '' : toPlaceKey(name);
  if (!isCountry && key === '') return 'The name is missing.';
  if (name.length > 100) return 'A name has at most 100 characters.';
  if (!PROVIDER_NAME.test(providerName))
    return 'The provider’s name has 1 to 100 letters, digits, spaces and . _ - only.';
  return { level, country, key, name, providerName };
}

/** By what a network knows a place. */
export const toPlaceId = ({ level, country, key }: ListedPlace): string =>
  `${level}|${country}|${key}`;
