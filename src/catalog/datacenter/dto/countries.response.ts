import type { DatacenterCountry } from '../../catalog.types';

export class DatacenterCountryResponse {
  /** `country_id` of the datacenter calls. @example 1 */
  id: number;
  /** Two-letter code, lower case. @example ng */
  code: string;
  /** @example Nigeria */
  name: string;
}

export const toDatacenterCountries = (
  countries: DatacenterCountry[],
): DatacenterCountryResponse[] => countries.map(({ id, code, name }) => ({ id, code, name }));
