import { IsNotEmpty, IsString, MaxLength, MinLength } from 'class-validator';
import { PASSWORD_MAX, PASSWORD_MIN } from '../password-policy';
import { ResetCodeDto } from './reset-code.dto';
import { Match } from '../../dto/match.decorator';

export class ResetPasswordDto extends ResetCodeDto {
  /** 8 to 128 characters; the most common passwords are rejected. @example correct-horse-battery */
  @MaxLength(PASSWORD_MAX, { message: `Password must be at most ${PASSWORD_MAX} characters long` })
  @MinLength(PASSWORD_MIN, {
    message: `Password must be at least ${PASSWORD_MIN} characters long`,
  })
  @IsNotEmpty({ message: 'Please fill in all password fields' })
  @IsString({ message: 'Please fill in all password fields' })
  password: string;

  /** The same as `password`. @example correct-horse-battery */
  @Match('password', { message: 'Passwords do not match' })
  @IsNotEmpty({ message: 'Please fill in all password fields' })
  @IsString({ message: 'Please fill in all password fields' })
  password_confirmation: string;
}
