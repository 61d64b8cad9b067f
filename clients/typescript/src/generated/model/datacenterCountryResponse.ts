
export interface DatacenterCountryResponse {
  /** Two-letter code, lower case. */
  code: string;
  /** `country_id` of the datacenter calls. */
  id: number;
  name: string;
}
