import * as isoCountries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';
import type { ExitKind } from '../../catalog/catalog.types';
import countries from './countries.json';

/** Seed data of one country in a compact notation. */
interface CountrySeed {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly code: string;
  readonly name: string;
  /** `Region: City, City; Region: City`. */
  readonly places: string;
  /** Providers of residential exits, by comma. */
  readonly homes: string;
  /** Carriers of mobile exits, by comma. */
  readonly carriers: string;
  /** Cities of `places` with datacenter exits, by comma. */
  readonly racks: string;
}

export const COUNTRIES: readonly CountrySeed[] = countries;

export interface PlannedPlace {
  readonly code: string;
  readonly name: string;
}

export interface PlannedExit {
  readonly kind: ExitKind;
  readonly country: string;
  readonly region: PlannedPlace;
  readonly city: PlannedPlace;
  readonly isp: PlannedPlace | null;
}

/**
 * Letters, digits and underscores: in a gateway username a hyphen ends the code.
 * "Ile-Ife" → `ile_ife`, "AT&T" → `at_t`.
 */
export const toPlaceCode = (name: string): string =>
  name
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\+/g, 'plus')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

const words = (list: string): string[] => list.split(',').map((word) => word.trim());
const place = (name: string): PlannedPlace => ({ code: toPlaceCode(name), name });

const listCities = (country: CountrySeed): { region: PlannedPlace; city: PlannedPlace }[] =>
  country.places.split(';').flatMap((part) => {
    const [region = '', cities = ''] = part.split(':');
    return words(cities).map((city) => ({ region: place(region.trim()), city: place(city) }));
  });

/** One residential exit per city and provider, one mobile per city and carrier, one datacenter per rack. */
export const planExits = (): PlannedExit[] =>
  COUNTRIES.flatMap((country) => {
    const cities = listCities(country);
    const pool = (kind: ExitKind, providers: string): PlannedExit[] =>
      cities.flatMap((where) =>
        words(providers).map((name) => ({
          kind,
          country: country.code,
          ...where,
          isp: place(name),
        })),
      );
    const racks = words(country.racks).map((name): PlannedExit => {
      const where = cities.find(({ city }) => city.name === name);
      if (!where) throw new Error(`${name} is not among the places of ${country.name}`);
      return { kind: 'datacenter', country: country.code, ...where, isp: null };
    });
    return [...pool('residential', country.homes), ...pool('mobile', country.carriers), ...racks];
  });

/** Every country of ISO 3166-1, so that an exit added anywhere later has a name and a number. */
export function countryNames(): { code: string; name: string }[] {
  isoCountries.registerLocale(english);
  const names = new Map(
    Object.entries(isoCountries.getNames('en', { select: 'official' })).map(([code, name]) => [
      code.toLowerCase(),
      name,
    ]),
  );
  for (const { code, name } of COUNTRIES) names.set(code, name);
  return [...names].map(([code, name]) => ({ code, name })).sort((a, b) => compare(a.code, b.code));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
