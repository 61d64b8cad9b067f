import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Matches } from 'class-validator';
import {
  POOL_KINDS,
  RANDOM_LOCATION,
  type PoolKind,
  type CatalogLocation,
  type PoolCountry,
} from '../catalog.types';
import { PlainLowerCase } from '../../common/http/fields';
import { toPlainText } from '../../common/text/plain-text';

/** Empty text and `zz` mean "any", as does leaving it out. */
const OptionalCode = () =>
  Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string') return value;
    const code = toPlainText(value).toLowerCase();
    return code === '' || code === RANDOM_LOCATION ? undefined : code;
  });

const CODE = /^[\w.-]{1,64}$/;

export class PoolQuery {
  /** Kind of the pool. Defaults to residential. @example residential */
  @ApiProperty({ enum: POOL_KINDS, enumName: 'ConnectionType', required: false })
  @IsOptional()
  @IsIn(POOL_KINDS, { message: 'connection_type must be residential or mobile.' })
  connection_type?: PoolKind;
}

export class PoolPricingQuery extends PoolQuery {
  /** Two-letter country code of the place; the default prices without it. @example ng */
  @OptionalCode()
  @IsOptional()
  @Matches(/^[a-z]{2}$/, { message: 'country_code takes a two-letter country code.' })
  country_code?: string;
}

export class PoolPlaceQuery extends PoolQuery {
  /** Two-letter country code, case-insensitive. `zz` (random) has no regions, cities or ISPs. @example ng */
  @PlainLowerCase()
  @Matches(/^[A-Za-z]{2}$/, { message: 'country_code takes a two-letter country code.' })
  country_code: string;

  /** Only cities and ISPs of this region. @example lagos */
  @OptionalCode()
  @IsOptional()
  @Matches(CODE, { message: 'region_code is not a region code.' })
  region_code?: string;

  /** Only ISPs of this city. @example ikeja */
  @OptionalCode()
  @IsOptional()
  @Matches(CODE, { message: 'city_code is not a city code.' })
  city_code?: string;
}

export class PlaceResponse {
  /** Code to use in a purchase. @example lagos */
  code: string;
  /** @example Lagos */
  name: string;
}

export class PoolCountryResponse {
  /** Two-letter code, lower case. @example ng */
  code: string;
  /** @example Nigeria */
  name: string;
  /** Whether a region can be chosen there. */
  has_regions: boolean;
  /** Whether a city can be chosen there. */
  has_cities: boolean;
  /** Whether an ISP can be chosen there. */
  has_isps: boolean;
}

export const toPlacesResponse = (places: CatalogLocation[]): PlaceResponse[] =>
  places.map(({ code, name }) => ({ code, name }));

export const toPoolCountries = (countries: PoolCountry[]): PoolCountryResponse[] =>
  countries.map(({ code, name, hasRegions, hasCities, hasIsps }) => ({
    code,
    name,
    has_regions: hasRegions,
    has_cities: hasCities,
    has_isps: hasIsps,
  }));
