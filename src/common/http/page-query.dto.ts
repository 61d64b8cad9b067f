import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ToInteger } from './transforms';

/** Paging query shared by every list. */
export class PageQuery {
  /** Page number, from 1. @example 1 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page?: number;

  /** Rows per page, 1 to 100. @example 15 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(100)
  per_page?: number;
}
