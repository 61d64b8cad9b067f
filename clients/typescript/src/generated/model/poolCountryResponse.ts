
export interface PoolCountryResponse {
  /** Two-letter code, lower case. */
  code: string;
  /** Whether a city can be chosen there. */
  has_cities: boolean;
  /** Whether an ISP can be chosen there. */
  has_isps: boolean;
  /** Whether a region can be chosen there. */
  has_regions: boolean;
  name: string;
}
