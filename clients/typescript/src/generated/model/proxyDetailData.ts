import type { ProxyResponse } from './proxyResponse';

export interface ProxyDetailData {
  proxy: ProxyResponse;
}
