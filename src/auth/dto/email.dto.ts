import { Transform } from 'class-transformer';
import { IsEmail, Matches, MaxLength } from 'class-validator';
import { normalizedEmail } from '../../common/http/trimmed';
import { EMAIL_MAX } from '../../users/users.types';

const UNUSABLE = 'Please enter a valid email address';
/** Quoted local parts are legal and unknown to most of the software a mail meets on its way. */
const PLAIN = /^[^\s"<>()[\]\\,;:]+$/;

export class EmailDto {
  /** In any case; spaces around it are dropped. @example ada@example.com */
  @Transform(normalizedEmail)
  @MaxLength(EMAIL_MAX, { message: UNUSABLE })
  @Matches(PLAIN, { message: UNUSABLE })
  @IsEmail({}, { message: UNUSABLE })
  email: string;
}
