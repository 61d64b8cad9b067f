import { csvLine } from '../../common/csv/csv';
import { parseCsv } from '../../common/csv/parse-csv';
import { PLACE_LEVELS, type PlaceLevel, toPlaceKey } from '../../common/dialects/place-table';
import type { ListedPlace, PlaceProblem } from './places.types';

const COLUMNS = ['level', 'country', 'name', 'provider_name'] as const;
const MAX_LINES = 5_000;
const PROVIDER_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._'’()/&+-]{0,99}$/u;

export interface ReadPlaces {
  readonly places: readonly ListedPlace[];
  readonly problems: readonly PlaceProblem[];
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
  const problems: PlaceProblem[] = [];
  rows.forEach((row, index) => {
    const cell = (name: string) => row[columns.indexOf(name)] ?? '';
    const line = index + 2;
    const place = toPlace(cell, countries);
    if (typeof place === 'string') return void problems.push({ line, message: place });
    const id = `${place.level}|${place.country}|${place.key}`;
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

/** @returns why it is no place. */
function toPlace(
  cell: (name: string) => string,
  countries: ReadonlySet<string>,
): ListedPlace | string {
  const level = cell('level').toLowerCase() as PlaceLevel;
  const country = cell('country').toLowerCase();
  if (!PLACE_LEVELS.includes(level)) return `The level must be one of ${PLACE_LEVELS.join(', ')}.`;
  if (!countries.has(country)) return 'The country must be an ISO code of two letters.';
  const isCountry = level === 'country';
  const name = isCountry ? country : cell('name');
  const providerName = cell('provider_name') || name;
  const key = isCountry ? '' : toPlaceKey(name);
  if (!isCountry && key === '') return 'The name is missing.';
  if (name.length > 100) return 'A name has at most 100 characters.';
  if (!PROVIDER_NAME.test(providerName))
    return 'The provider’s name has 1 to 100 letters, digits, spaces and . _ - only.';
  return { level, country, key, name, providerName };
}

/** What `readPlaces` reads. */
export const toPlaceCsv = (places: readonly ListedPlace[]): string =>
  [COLUMNS, ...places.map((one) => [one.level, one.country, one.name, one.providerName])]
    .map((row) => csvLine(row))
    .join('');
