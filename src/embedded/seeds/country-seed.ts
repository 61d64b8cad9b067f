/** Seed data of one country in a compact notation. */
export interface CountrySeed {
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
