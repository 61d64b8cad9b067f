import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';

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
}
