import type { PoolDataResponse } from './poolDataResponse';

/**
 * Null for datacenter proxies.
 * @nullable
 */
export type ProxyResponsePoolData = PoolDataResponse | null;
