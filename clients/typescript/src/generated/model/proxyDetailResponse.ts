import type { ProxyDetailData } from './proxyDetailData';

export interface ProxyDetailResponse {
  data: ProxyDetailData;
  message?: string;
  success: boolean;
}
