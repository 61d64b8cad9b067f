
export type UsageByTargetParams = {
/**
 * First day in Nigerian time, or a moment of ISO 8601 with its offset. It is moved back to the beginning of its hour,
day or month.
 */
from?: string;
/**
 * Id of one of your proxies; all of them when left out.
 * @minimum 1
 */
proxy_id?: number;
/**
 * Last day, inclusive, or a moment, exclusive. Now when left out.
 */
to?: string;
};
