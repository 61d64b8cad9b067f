import type { AllowedAddressesData } from './allowedAddressesData';

export interface AllowedAddressesResponse {
  data: AllowedAddressesData;
  success: boolean;
}
