
/**
 * Number of proxies per type.
 */
export type ProxyStatisticsResponseProxyTypes = {[key: string]: number};
