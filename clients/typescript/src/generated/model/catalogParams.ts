import type { CatalogDuration } from './catalogDuration';
import type { DatacenterProduct } from './datacenterProduct';

export type CatalogParams = {
/**
 * Period in minutes: 43200 (default), 86400 or 129600.
 */
duration?: CatalogDuration;
/**
 * The product; only datacenter addresses are counted in stock.
 */
type?: DatacenterProduct;
};
