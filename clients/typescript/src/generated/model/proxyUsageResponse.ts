import type { ProxyUsageDayResponse } from './proxyUsageDayResponse';

export interface ProxyUsageResponse {
  /** One entry per day; days without traffic have zeros. */
  data: ProxyUsageDayResponse[];
  success: boolean;
}
