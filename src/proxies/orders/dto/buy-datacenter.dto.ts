import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import {
  DATACENTER_PERIODS,
  DATACENTER_PRODUCT,
  MAX_QUANTITY,
  type DatacenterPeriod,
} from '../../../catalog/catalog.types';
import { MAX_ID } from '../../../common/http/request.pipes';
import { ToInteger } from '../../../common/http/fields';
import { PROTOCOLS, type Protocol } from '../../proxy.types';
import type { DatacenterPurchaseRequest } from '../order.types';
import { ExpectedTotal } from './expected-total.decorator';

export class BuyDatacenterDto {
  /** `id` of a country from `GET /countries`. @example 1 */
  @ToInteger()
  @IsInt({ message: 'Choose a location.' })
  @Min(1, { message: 'Choose a location.' })
  @Max(MAX_ID, { message: 'Choose a location.' })
  country_id: number;

  /** Period in minutes: 43200, 86400 or 129600. @example 43200 */
  @ApiProperty({ enum: DATACENTER_PERIODS, enumName: 'DatacenterPeriod' })
  @ToInteger()
  @IsIn(DATACENTER_PERIODS, { message: 'Choose a period of 43200, 86400 or 129600 minutes.' })
  duration_minutes: DatacenterPeriod;

  /** @example http */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol: Protocol;

  /** @example individual_ipv4 */
  @ApiProperty({ enum: [DATACENTER_PRODUCT], enumName: 'DatacenterProduct' })
  @IsIn([DATACENTER_PRODUCT], { message: 'proxy_type must be individual_ipv4.' })
  proxy_type: typeof DATACENTER_PRODUCT;

  /** How many addresses: 1 to 1000 and no more than the stock of the country. @example 1 */
  @ToInteger()
  @IsInt({ message: 'The quantity must be a whole number.' })
  @Min(1, { message: 'The quantity must be at least 1.' })
  @Max(MAX_QUANTITY, { message: `The quantity must be at most ${MAX_QUANTITY}.` })
  quantity: number;

  /**
   * The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
   * answer is 409 `PRICE_CHANGED`.
   * @example 4800
   */
  @ExpectedTotal()
  expected_total?: number;
}

export const toDatacenterPurchase = (body: BuyDatacenterDto): DatacenterPurchaseRequest => ({
  countryId: body.country_id,
  durationMinutes: body.duration_minutes,
  protocol: body.protocol,
  quantity: body.quantity,
});
