import { Transform } from 'class-transformer';
import { IsEmail, Matches, MaxLength } from 'class-validator';
import { normalizedEmail } from '../../common/http/trimmed';
import { EMAIL_MAX, PLAIN_EMAIL } from '../../users/users.types';

const UNUSABLE = 'Please enter a valid email address';

export class EmailDto {
  /** In any case; spaces around it are dropped. @example ada@example.com */
  @Transform(normalizedEmail)
  @MaxLength(EMAIL_MAX, { message: UNUSABLE })
  @Matches(PLAIN_EMAIL, { message: UNUSABLE })
  @IsEmail({}, { message: UNUSABLE })
  email: string;
}
