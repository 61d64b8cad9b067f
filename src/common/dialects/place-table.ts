/** Levels of a place for which a provider may have names of its own. */
export const PLACE_LEVELS = ['country', 'region', 'city', 'isp'] as const;
export type PlaceLevel = (typeof PLACE_LEVELS)[number];

/** How a provider names a place. */
export interface ProviderPlace {
  readonly level: PlaceLevel;
  /** ISO code in lower case of the country that it is in, or is. */
  readonly country: string;
  /** See `toPlaceKey`; empty for a country. */
  readonly key: string;
  /** The value of the template: its filters bring it into form. */
  readonly providerName: string;
}

/** By what two spellings of a place are the same: letters and digits, without accents and in lower case. */
export const toPlaceKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The names that a provider has for places. */
export class PlaceTable {
  readonly #levels: ReadonlySet<PlaceLevel>;
  readonly #names: ReadonlyMap<string, string>;

  /** @param levels those that are listed: of them there are no other places than these. */
  constructor(levels: Iterable<PlaceLevel>, places: Iterable<ProviderPlace>) {
    this.#levels = new Set(levels);
    this.#names = new Map(
      [...places].map(({ level, country, key, providerName }) => [
        toIndex(level, country, key),
        providerName,
      ]),
    );
  }

  /** @returns null for a place that is not listed; the name itself where no place of the level is. */
  translate(level: Exclude<PlaceLevel, 'country'>, country: string | null, name: string) {
    if (!this.#levels.has(level)) return name;
    if (country === null) return null;
    return this.#names.get(toIndex(level, country, toPlaceKey(name))) ?? null;
  }

  /** Countries that are not listed have their ISO codes: which of them are sold says the network. */
  translateCountry(code: string): string {
    return this.#names.get(toIndex('country', code, '')) ?? code;
  }
}

const toIndex = (level: PlaceLevel, country: string, key: string) => `${level}|${country}|${key}`;
