import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trim } from '../../../common/http/transforms';

const REASON = { message: 'Give a reason of 3 to 500 characters' };

export class RefundOrderDto {
  /** Why, in 3 to 500 characters; it stands in the audit trail. @example The country was not reachable. */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}
