import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IntegerText } from './integer-text.decorator';

/** Paging query shared by every list. */
export class PageQuery {
  /** Page number, from 1. @example 1 */
  @IsOptional()
  @IntegerText()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page?: number;

  /** Rows per page, 1 to 100. @example 15 */
  @IsOptional()
  @IntegerText()
  @IsInt()
  @Min(1)
  @Max(100)
  per_page?: number;
}
