import type { PoolCountryResponse } from './poolCountryResponse';

export interface PoolCountriesResponse {
  data: PoolCountryResponse[];
  success: boolean;
}
