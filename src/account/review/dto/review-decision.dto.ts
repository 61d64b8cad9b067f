import { ArrayMaxSize, IsArray, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfGiven } from '../../../common/http/fields';
import { MAX_ID } from '../../../common/http/request.pipes';

const MAX_ITEMS = 10_000;

export class ReviewDecisionDto {
  /** Ids of items that stay. @example ["webhook:12"] */
  @IsArray()
  @ArrayMaxSize(MAX_ITEMS)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  keep: string[];

  /** Ids of items that are removed. @example ["member:7"] */
  @IsArray()
  @ArrayMaxSize(MAX_ITEMS)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  remove: string[];

  /** How many items are in neither list, all of which stay. Left out, no other item is kept. @example 3 */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(MAX_ID)
  keep_rest?: number;
}
