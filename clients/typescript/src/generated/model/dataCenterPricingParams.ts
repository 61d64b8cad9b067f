import type { DataCenterPricingDuration } from './dataCenterPricingDuration';

export type DataCenterPricingParams = {
/**
 * Period in minutes: 43200 (default), 86400 or 129600.
 */
duration?: DataCenterPricingDuration;
};
