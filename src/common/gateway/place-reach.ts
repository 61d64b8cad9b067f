/** Parts of a place within its country. */
export const PLACE_PARTS = ['region', 'city', 'isp'] as const;
type PlacePart = (typeof PLACE_PARTS)[number];

/** Country `zz` is any; a part that is null or left out is any. */
export interface ReachedPlace extends Partial<Readonly<Record<PlacePart, string | null>>> {
  readonly country: string;
}

/**
 * Where the traffic of a proxy may leave, as it was sold: for each country which combinations of parts may be chosen
 * there. A combination is the sum of 1 for the region, 2 for the city and 4 for the ISP; a set of combinations has the
 * bit of each of them.
 */
export interface PlaceReach {
  /** By country code, `zz` among them. */
  readonly countries: Readonly<Record<string, number>>;
  /** Of countries that are not listed. */
  readonly others: number;
}

/** Every combination, at its number. */
export const PART_COMBINATIONS: readonly (readonly PlacePart[])[] = Array.from(
  { length: 2 ** PLACE_PARTS.length },
  (_, combination) => PLACE_PARTS.filter((_part, index) => combination & (1 << index)),
);

const toCombination = (place: ReachedPlace): number =>
  PLACE_PARTS.reduce((sum, part, index) => sum + (place[part] ? 1 << index : 0), 0);

const getCombinations = ({ countries, others }: PlaceReach, country: string): number =>
  countries[country] ?? others;

/** @param reach null: everything, as traffic was sold before it had a reach. */
export const reachesPlace = (reach: PlaceReach | null, place: ReachedPlace): boolean =>
  reach === null || (getCombinations(reach, place.country) & (1 << toCombination(place))) !== 0;

/** One place and nothing else. */
export const toReachOf = (place: ReachedPlace): PlaceReach =>
  toPlaceReach([[place.country, 1 << toCombination(place)]], 0);

/** What both reach: of traffic that was sold at different prices. */
export const intersectReach = (a: PlaceReach | null, b: PlaceReach | null): PlaceReach | null =>
  a && b ? merge(a, b, (one, other) => one & other) : (a ?? b);

/** What either reaches: of traffic that was paid for both. */
export const uniteReach = (a: PlaceReach | null, b: PlaceReach | null): PlaceReach | null =>
  a && b ? merge(a, b, (one, other) => one | other) : null;

function merge(
  a: PlaceReach,
  b: PlaceReach,
  combine: (one: number, other: number) => number,
): PlaceReach {
  const codes = [...new Set([...Object.keys(a.countries), ...Object.keys(b.countries)])];
  return toPlaceReach(
    codes.map((code) => [code, combine(getCombinations(a, code), getCombinations(b, code))]),
    combine(a.others, b.others),
  );
}

/** Lists only what differs from the others, in one order: equal reaches have equal texts. */
export const toPlaceReach = (
  countries: readonly (readonly [code: string, combinations: number])[],
  others: number,
): PlaceReach => ({
  countries: Object.fromEntries(
    countries
      .filter(([, combinations]) => combinations !== others)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
  others,
});
