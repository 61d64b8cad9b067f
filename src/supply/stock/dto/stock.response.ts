import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import {
  type CountryUnits,
  type ListedUnit,
  UNIT_STATUSES,
  type UnitCounts,
  type UnitListing,
  type UnitStatus,
} from '../../../catalog/stock/stock-units.types';
import { toPagination, PaginationResponse } from '../../../common/http/pagination.dto';
import { STATIC_PROTOCOLS, type StaticProtocol } from '../../../common/proxy-list/proxy-list.types';

/** The proxy that a customer uses the unit through. */
export class UnitProxyResponse {
  id: number;
  user_id: number;
  customer: string;
  expires_at: Date;
}

/** The account that a unit was bought through. */
export class UnitProviderResponse {
  id: number;
  /** @example Proxy-Seller main account */
  name: string;
}

export class StockUnitResponse {
  id: number;
  /** @example de */
  country: string;
  country_name: string;
  /** What customers see. @example 203.0.113.7 */
  address: string;
  @ApiProperty({ enum: STATIC_PROTOCOLS, enumName: 'StaticProtocol' })
  protocol: StaticProtocol;
  /** At the provider; null for sub-admins. */
  port: number | null;
  @ApiProperty({
    enum: UNIT_STATUSES,
    enumName: 'UnitStatus',
    description:
      '`free`: on sale. `sold`: a proxy has it. `expiring`: it is sold and ends within 7 days, or it ends too soon to be sold. `dead`: withdrawn when it was replaced. `disabled`: staff have taken it off sale.',
  })
  status: UnitStatus;
  enabled: boolean;
  /** When its provider takes it back; null: not known. */
  upstream_expires_at: Date | null;
  note: string | null;
  /** When it was bought through a provider's API; null for sub-admins too. */
  provider: UnitProviderResponse | null;
  proxy: UnitProxyResponse | null;
  created_at: Date;
}

/** Units by state. */
export class UnitCountsResponse {
  free: number;
  sold: number;
  expiring: number;
  dead: number;
  disabled: number;
}

export class CountryUnitsResponse extends UnitCountsResponse {
  country: string;
  country_name: string;
}

export class StockData {
  units: StockUnitResponse[];
  /** Of the whole shop. */
  counts: UnitCountsResponse;
  /** Of the whole shop, by name. */
  countries: CountryUnitsResponse[];
  pagination: PaginationResponse;
}

export class OneUnitData {
  unit: StockUnitResponse;
}

const toUnit = (unit: ListedUnit, isFull: boolean): StockUnitResponse => ({
  id: unit.id,
  country: unit.country,
  country_name: unit.countryName,
  address: unit.address,
  protocol: unit.protocol,
  port: isFull ? unit.port : null,
  status: unit.status,
  enabled: unit.enabled,
  upstream_expires_at: unit.upstreamExpiresAt,
  note: unit.note,
  provider: isFull && unit.provider ? { id: unit.provider.id, name: unit.provider.name } : null,
  proxy: unit.proxy && {
    id: unit.proxy.id,
    user_id: unit.proxy.userId,
    customer: unit.proxy.customer,
    expires_at: unit.proxy.expiresAt,
  },
  created_at: unit.createdAt,
});

const toCounts = ({ free, sold, expiring, dead, disabled }: UnitCounts): UnitCountsResponse => ({
  ...{ free, sold, expiring, dead, disabled },
});

const toCountry = (country: CountryUnits): CountryUnitsResponse => ({
  country: country.country,
  country_name: country.countryName,
  ...toCounts(country),
});

/** @param isFull whether the port at the provider may be seen. */
export const toStock = ({ units, counts, countries }: UnitListing, isFull: boolean) => ({
  units: units.rows.map((unit) => toUnit(unit, isFull)),
  counts: toCounts(counts),
  countries: countries.map(toCountry),
  pagination: toPagination(units),
});

export const toOneUnit = (unit: ListedUnit): OneUnitData =>
  withMessage({ unit: toUnit(unit, true) }, 'The unit is changed.');
