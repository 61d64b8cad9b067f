import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trim } from '../../../common/http/fields';

const REASON = { message: 'Enter a reason of 3 to 500 characters' };

export class ReplaceUnitDto {
  /** For the audit trail and the note of the withdrawn unit, 3 to 500 characters. @example Blocked by the provider */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}
