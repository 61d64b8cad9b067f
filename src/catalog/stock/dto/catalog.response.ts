import { ApiProperty } from '@nestjs/swagger';
import { OFFERED_PROTOCOLS, type CountryStock } from '../../catalog.types';

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
