import { Transform } from 'class-transformer';
import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { trim, PlainText } from '../../common/http/fields';
import { NAME, NAME_MAX } from '../../users/users.types';
import { PASSWORD_MAX, PASSWORD_MIN, EmailDto, Match } from '../auth.dto';

export class RegisterDto extends EmailDto {
  /** 1 to 100 characters; surrounding spaces are removed. @example Ada Obi */
  @Transform(trim)
  @MaxLength(NAME_MAX, { message: `Name must be at most ${NAME_MAX} characters long` })
  @Matches(NAME, { message: 'Name is required' })
  @IsString({ message: 'Name is required' })
  name: string;

  /** 8 to 128 characters; the most common passwords are rejected. @example correct-horse-battery */
  @MaxLength(PASSWORD_MAX, { message: `Password must be at most ${PASSWORD_MAX} characters long` })
  @MinLength(PASSWORD_MIN, {
    message: `Password must be at least ${PASSWORD_MIN} characters long`,
  })
  @IsString({ message: 'Password is required' })
  password: string;

  /** The same as `password`. @example correct-horse-battery */
  @Match('password', { message: 'Passwords do not match' })
  @IsString({ message: 'Passwords do not match' })
  confirmPassword: string;

  /** The code of an invitation link; one that is unknown is passed over. @example 7KQ2M9XA */
  @IsOptional()
  @PlainText()
  @MaxLength(40)
  @IsString()
  referral?: string;

  /** Accepted for compatibility and ignored: the server's clock applies. */
  @IsOptional()
  created_at?: string;
}
