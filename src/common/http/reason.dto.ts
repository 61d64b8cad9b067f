import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trim } from './transforms';

const REASON = { message: 'Give a reason of 3 to 500 characters' };

/** Body of the actions that staff must justify. */
export class ReasonDto {
  /** The reason that the audit log records, 3 to 500 characters. @example Abuse reported by the upstream */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}
