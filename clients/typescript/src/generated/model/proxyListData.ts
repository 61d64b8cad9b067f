import type { PaginationResponse } from './paginationResponse';
import type { ProxyResponse } from './proxyResponse';
import type { ProxyStatisticsResponse } from './proxyStatisticsResponse';

export interface ProxyListData {
  pagination: PaginationResponse;
  proxies: ProxyResponse[];
  statistics: ProxyStatisticsResponse;
}
