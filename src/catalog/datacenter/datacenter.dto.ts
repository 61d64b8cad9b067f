import {
  type DatacenterCountry,
  DATACENTER_PERIODS,
  DATACENTER_PRODUCT,
  MAX_QUANTITY,
  OFFERED_PROTOCOLS,
} from '../catalog.types';
import { ApiProperty } from '@nestjs/swagger';

export class DatacenterCountryResponse {
  /** `country_id` of the datacenter calls. @example 1 */
  id: number;
  /** Two-letter code, lower case. @example ng */
  code: string;
  /** @example Nigeria */
  name: string;
}

export const toDatacenterCountries = (
  countries: DatacenterCountry[],
): DatacenterCountryResponse[] => countries.map(({ id, code, name }) => ({ id, code, name }));

const MINUTES_PER_DAY = 24 * 60;

export class DatacenterPeriodResponse {
  /** @example 43200 */
  duration_minutes: number;
  /** @example 30 */
  days: number;
  /** @example 30 Days */
  label: string;
  /** Multiple of the 30-day period. @example 1 */
  multiplier: number;
}

export class DatacenterInfoData {
  /** @example individual_ipv4 */
  proxy_type: string;
  periods: DatacenterPeriodResponse[];
  /** Protocols of every address; the chosen one can be changed later. */
  @ApiProperty({ enum: OFFERED_PROTOCOLS, enumName: 'Protocol', isArray: true })
  protocols: string[];
  /** @example 1 */
  min_quantity: number;
  /** Maximum number of addresses in one order; stock may be lower. @example 1000 */
  max_quantity: number;
}

export const toDatacenterInfo = (): DatacenterInfoData => ({
  proxy_type: DATACENTER_PRODUCT,
  periods: DATACENTER_PERIODS.map((minutes) => ({
    duration_minutes: minutes,
    days: minutes / MINUTES_PER_DAY,
    label: `${minutes / MINUTES_PER_DAY} Days`,
    multiplier: minutes / DATACENTER_PERIODS[0],
  })),
  protocols: [...OFFERED_PROTOCOLS],
  min_quantity: 1,
  max_quantity: MAX_QUANTITY,
});
