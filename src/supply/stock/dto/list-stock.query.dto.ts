import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { UNIT_STATUSES, type UnitStatus } from '../../../catalog/stock/stock-units.types';
import { emptyFilterToUndefined, SearchQuery } from '../../../common/http/pagination.dto';

/** Searches addresses, notes and names of countries. */
export class ListStockQuery extends SearchQuery {
  @ApiProperty({ enum: UNIT_STATUSES, enumName: 'UnitStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(UNIT_STATUSES)
  status?: UnitStatus;

  /** ISO 3166-1 code in lower case. @example de */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;
}
