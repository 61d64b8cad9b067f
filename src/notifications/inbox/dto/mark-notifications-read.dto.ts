import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { IfGiven } from '../../../common/http/fields';

const MAX_IDS = 100;
const EACH = { each: true };

export class MarkNotificationsReadDto {
  /** At most 100; all that exist by now when left out. @example [12, 13] */
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_IDS)
  @IsInt(EACH)
  @Min(1, EACH)
  @Max(Number.MAX_SAFE_INTEGER, EACH)
  ids?: number[];
}
