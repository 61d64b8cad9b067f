import type { ProxyTestData } from './proxyTestData';

export interface ProxyTestResponse {
  data: ProxyTestData;
  success: boolean;
}
