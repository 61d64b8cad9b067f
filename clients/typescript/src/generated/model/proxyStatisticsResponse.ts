import type { ProxyStatisticsResponseProxyTypes } from './proxyStatisticsResponseProxyTypes';

export interface ProxyStatisticsResponse {
  active_proxies: number;
  /** Number of proxies per type. */
  proxy_types: ProxyStatisticsResponseProxyTypes;
  /** Number of distinct countries, without random ones. */
  total_countries: number;
  total_proxies: number;
  /** Paid for proxies that were delivered, whole naira. */
  total_spent: number;
}
