import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { MAX_ID } from '../../../common/http/request.pipes';
import { ToInteger } from '../../../common/http/fields';
import { DATACENTER_PERIODS, DATACENTER_PRODUCT, type DatacenterPeriod } from '../../catalog.types';

export class PriceQuoteDto {
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

  /** @example individual_ipv4 */
  @ApiProperty({ enum: [DATACENTER_PRODUCT], enumName: 'DatacenterProduct' })
  @IsIn([DATACENTER_PRODUCT], { message: 'proxy_type must be individual_ipv4.' })
  proxy_type: typeof DATACENTER_PRODUCT;
}
