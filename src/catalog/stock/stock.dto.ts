import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ToInteger } from '../../common/http/fields';
import {
  DATACENTER_PERIODS,
  DATACENTER_PRODUCT,
  type DatacenterPeriod,
  OFFERED_PROTOCOLS,
  type CountryStock,
} from '../catalog.types';

export class CatalogQuery {
  /** The product; only datacenter addresses are counted in stock. @example individual_ipv4 */
  @ApiProperty({ enum: [DATACENTER_PRODUCT], enumName: 'DatacenterProduct', required: false })
  @IsOptional()
  @IsIn([DATACENTER_PRODUCT], { message: 'type must be individual_ipv4.' })
  type?: typeof DATACENTER_PRODUCT;

  /** Period in minutes: 43200 (default), 86400 or 129600. @example 43200 */
  // Unnamed: a query parameter would declare the named enum as text.
  @ApiProperty({
    enum: DATACENTER_PERIODS,
    type: 'number',
    required: false,
  })
  @IsOptional()
  @ToInteger()
  @IsIn(DATACENTER_PERIODS, { message: 'duration must be 43200, 86400 or 129600 minutes.' })
  duration?: DatacenterPeriod;
}

export class CatalogItemResponse {
  /** `id` of the country. @example 1 */
  country_id: number;
  /** Number of available addresses. @example 24 */
  quantity: number;
  @ApiProperty({ enum: OFFERED_PROTOCOLS, enumName: 'Protocol', isArray: true })
  protocols: string[];
}

export const toCatalogResponse = (stock: CountryStock[]): CatalogItemResponse[] =>
  stock.map(({ countryId, quantity }) => ({
    country_id: countryId,
    quantity,
    protocols: [...OFFERED_PROTOCOLS],
  }));
