import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { EXIT_KINDS, type ExitKind } from '../../../catalog/catalog.types';
import { EXIT_STATUSES, type ExitStatus } from '../../../catalog/exits/exits.types';
import { emptyFilterToUndefined, SearchQuery } from '../../../common/http/pagination.dto';

/** Searches addresses, places, and the ids and regions of gateways. */
export class ListExitsQuery extends SearchQuery {
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(EXIT_KINDS)
  kind?: ExitKind;

  /** ISO 3166-1 code in lower case. @example ng */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;

  @ApiProperty({ enum: EXIT_STATUSES, enumName: 'ExitStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(EXIT_STATUSES)
  status?: ExitStatus;
}
