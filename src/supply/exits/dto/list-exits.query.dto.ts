import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { EXIT_KINDS, type ExitKind } from '../../../catalog/catalog.types';
import {
  EXIT_STATUSES,
  type ExitFilter,
  type ExitStatus,
} from '../../../catalog/exits/exits.types';
import { PageQuery } from '../../../common/http/page-query.dto';

/** A filter that is blank or `all` does not filter. */
const emptyToUndefined = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' && ['', 'all'].includes(value.trim()) ? undefined : value;

export class ListExitsQuery extends PageQuery {
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind', required: false })
  @IsOptional()
  @Transform(emptyToUndefined)
  @IsIn(EXIT_KINDS)
  kind?: ExitKind;

  /** ISO 3166-1 code in lower case. @example ng */
  @IsOptional()
  @Transform(emptyToUndefined)
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;

  @ApiProperty({ enum: EXIT_STATUSES, enumName: 'ExitStatus', required: false })
  @IsOptional()
  @Transform(emptyToUndefined)
  @IsIn(EXIT_STATUSES)
  status?: ExitStatus;

  /** Part of an address, of a place or of a gateway's id or region, up to 100 characters. */
  @IsOptional()
  @Transform(({ value }: TransformFnParams) =>
    typeof value === 'string' ? value.trim() || undefined : value,
  )
  @IsString()
  @MaxLength(100, { message: 'Search takes at most 100 characters' })
  search?: string;
}

export const toExitFilter = ({ kind, country, status, search }: ListExitsQuery): ExitFilter => ({
  kind,
  country,
  status,
  search,
});
