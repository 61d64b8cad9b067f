import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsISO8601,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import { IfGiven, IsPlausible, trim } from '../../common/http/fields';
import {
  emptyFilterToUndefined,
  PaginationResponse,
  SearchQuery,
} from '../../common/http/pagination.dto';
import { STATIC_PROTOCOLS, type StaticProtocol } from '../../common/proxy-list';
import { UNIT_FILTERS, UNIT_STATUSES, type UnitFilter, type UnitStatus } from './stock-unit.entity';

/** Searches addresses, notes and names of countries. */
export class ListStockQuery extends SearchQuery {
  @ApiProperty({
    enum: UNIT_FILTERS,
    enumName: 'UnitFilter',
    required: false,
    description:
      'A status, or `ending`: it ends within 7 days and is sold or on sale, or has ended while it is sold.',
  })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(UNIT_FILTERS)
  status?: UnitFilter;

  /** ISO 3166-1 code in lower case. @example de */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;
}

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
      '`free`: on sale. `sold`: a proxy has it. `expiring`: it is sold and ends within 7 days, or it ends too soon to be sold. `dead`: withdrawn when it was replaced. `disabled`: staff have taken it, or its exit, off sale.',
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

const NOTE = { message: 'A note has at most 500 characters' };
const isGiven = (_: object, value: unknown) => value !== undefined && value !== null;

/** What is left out stays. */
export class UpdateUnitDto {
  /** A disabled unit is not sold; the proxy that has it keeps it. Enabling brings a withdrawn unit back. */
  @IfGiven()
  @IsBoolean({ message: 'Enabled must be true or false' })
  enabled?: boolean;

  /** When its provider takes it back; null: not known. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @ValidateIf(isGiven)
  @IsPlausible({ message: 'The end must be between the years 2000 and 2099' })
  @IsISO8601({ strict: true }, { message: 'The end must be a date and time' })
  upstream_expires_at?: string | null;

  /** Up to 500 characters; null or nothing removes it. */
  @ApiProperty({ type: String, nullable: true, required: false })
  @ValidateIf(isGiven)
  @Transform(trim)
  @IsString(NOTE)
  @MaxLength(500, NOTE)
  note?: string | null;
}
