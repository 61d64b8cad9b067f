import { csvLine } from '../../common/csv/csv';
import { parseCsv } from '../../common/csv/parse-csv';
import { toListedPlace, toPlaceId } from './listed-place';
import type { ListedPlace, PlaceProblem } from './places.types';

const COLUMNS = ['level', 'country', 'name', 'provider_name'] as const;
const MAX_LINES = 5_000;

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
