import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trimmed } from '../../../common/http/trimmed';

const LENGTH = { message: 'Give a reason of 3 to 500 characters' };

export class ProxyCustodyDto {
  /** Why, for the audit log: 3 to 500 characters. @example Abuse reported by the upstream */
  @Transform(trimmed)
  @Length(3, 500, LENGTH)
  @IsString(LENGTH)
  reason: string;
}
