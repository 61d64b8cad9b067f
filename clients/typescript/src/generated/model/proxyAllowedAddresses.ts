import type { AllowedAddressResponse } from './allowedAddressResponse';

export interface ProxyAllowedAddresses {
  addresses: AllowedAddressResponse[];
  proxy_id: number;
}
