import type { DatacenterCountryResponse } from './datacenterCountryResponse';

export interface DatacenterCountriesResponse {
  data: DatacenterCountryResponse[];
  success: boolean;
}
