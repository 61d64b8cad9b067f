import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trim } from '../../../common/http/transforms';

const LENGTH = { message: 'Give a reason of 3 to 500 characters' };

export class ProxyCustodyDto {
  /** Why, for the audit log: 3 to 500 characters. @example Abuse reported by the upstream */
  @Transform(trim)
  @Length(3, 500, LENGTH)
  @IsString(LENGTH)
  reason: string;
}
