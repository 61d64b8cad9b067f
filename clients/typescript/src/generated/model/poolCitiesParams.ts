import type { ConnectionType } from './connectionType';

export type PoolCitiesParams = {
/**
 * Only ISPs of this city.
 */
city_code?: string;
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
/**
 * Two-letter country code, case-insensitive. `zz` (random) has no regions, cities or ISPs.
 * @pattern ^[A-Za-z]{2}$
 */
country_code: string;
/**
 * Only cities and ISPs of this region.
 */
region_code?: string;
};
