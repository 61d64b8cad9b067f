import type { ProxyStatus } from './proxyStatus';
import type { ProxyTypeFilter } from './proxyTypeFilter';

export type ProxyHistoryParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
/**
 * Id, or a substring of uuid, type, country (code or name), IP address, host, username, note or tag.
 * @maxLength 100
 */
search?: string;
/**
 * `expired` includes every proxy past its expiry.
 */
status?: ProxyStatus;
/**
 * One of your tags, in any case.
 * @maxLength 32
 */
tag?: string;
/**
 * The short names are aliases of the full names.
 */
type?: ProxyTypeFilter;
};
