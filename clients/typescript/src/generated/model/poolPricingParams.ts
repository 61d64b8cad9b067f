import type { ConnectionType } from './connectionType';

export type PoolPricingParams = {
/**
 * Kind of the pool. Defaults to residential.
 */
connection_type?: ConnectionType;
/**
 * Two-letter country code of the place; the default prices without it.
 * @pattern ^[a-z]{2}$
 */
country_code?: string;
};
