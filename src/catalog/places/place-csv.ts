import {
  PLACE_LEVELS,
  toPlaceKey,
  type PlaceLevel,
  type ProviderPlace,
} from '../../common/dialects/upstream-network';
import type { NamedPlace } from '../providers/providers.types';
import type { PlaceProblemResponse } from './place.dto';
import { csvLine, parseCsv } from '../../common/csv';

export interface ListedPlace extends ProviderPlace {
  /** As staff know it; the code of a country. */
  readonly name: string;
}

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

const COLUMNS = ['level', 'country', 'name', 'provider_name'] as const;
const MAX_LINES = 5_000;

export interface ReadPlaces {
  readonly places: readonly ListedPlace[];
  readonly problems: readonly PlaceProblemResponse[];
}

/** The first line names the columns, in any order; `provider_name` may be left out where it is the name. */
export function readPlaces(text: string, countries: ReadonlySet<string>): ReadPlaces {
  const [head = [], ...rows] = parseCsv(text);
  const columns = head.map((cell) => cell.toLowerCase());
  const missing = COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    return problem(1, `The first line must name the columns ${COLUMNS.join(', ')}.`);
  if (rows.length > MAX_LINES)
    return problem(
      MAX_LINES + 2,
      `A list has at most ${MAX_LINES.toLocaleString('en-NG')} places. Split it, and add the rest.`,
    );
  const found = new Map<string, ListedPlace>();
  const problems: PlaceProblemResponse[] = [];
  rows.forEach((row, index) => {
    const cell = (name: string) => row[columns.indexOf(name)] ?? '';
    const line = index + 2;
    const place = toListedPlace(
      {
        ...{ level: cell('level').toLowerCase(), country: cell('country') },
        ...{ name: cell('name'), providerName: cell('provider_name') },
      },
      countries,
    );
    if (typeof place === 'string') return void problems.push({ line, message: place });
    const id = toPlaceId(place);
    const known = found.get(id);
    if (known && known.providerName !== place.providerName)
      return void problems.push({ line, message: 'Another line has another name for this place.' });
    found.set(id, place);
  });
  return { places: [...found.values()], problems };
}

const problem = (line: number, message: string): ReadPlaces => ({
  places: [],
  problems: [{ line, message }],
});

/** What `readPlaces` reads. */
export const toPlaceCsv = (places: readonly ListedPlace[]): string =>
  [COLUMNS, ...places.map((one) => [one.level, one.country, one.name, one.providerName])]
    .map((row) => csvLine(row))
    .join('');
