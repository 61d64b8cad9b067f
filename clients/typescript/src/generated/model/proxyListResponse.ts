import type { ProxyListData } from './proxyListData';

export interface ProxyListResponse {
  data: ProxyListData;
  success: boolean;
}
