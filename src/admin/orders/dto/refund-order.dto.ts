import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trimmed } from '../../../common/http/trimmed';

const REASON = { message: 'Give a reason of 3 to 500 characters' };

export class RefundOrderDto {
  /** Why, in 3 to 500 characters; it stands in the audit trail. @example The country was not reachable. */
  @Transform(trimmed)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}
