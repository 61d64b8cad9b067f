import type { ConnectionType } from './connectionType';

export type PoolCountriesParams = {
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
};
