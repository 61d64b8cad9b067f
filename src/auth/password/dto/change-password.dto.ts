import { IsNotEmpty, IsString, MaxLength, MinLength } from 'class-validator';
import { PASSWORD_MAX, PASSWORD_MIN } from '../password-policy';
import { Match } from '../../dto/match.decorator';

export class ChangePasswordDto {
  /** The current password. */
  @MaxLength(PASSWORD_MAX, { message: 'Current password is incorrect' })
  @IsNotEmpty({ message: 'Please enter your current password' })
  @IsString({ message: 'Please enter your current password' })
  old_password: string;

  /** 8 to 128 characters; the most common passwords are rejected. */
  @MaxLength(PASSWORD_MAX, {
    message: `New password must be at most ${PASSWORD_MAX} characters long`,
  })
  @MinLength(PASSWORD_MIN, {
    message: `New password must be at least ${PASSWORD_MIN} characters long`,
  })
  @IsNotEmpty({ message: 'Please enter a new password' })
  @IsString({ message: 'Please enter a new password' })
  new_password: string;

  /** The same as `new_password`. */
  @Match('new_password', { message: 'New password and confirm password do not match' })
  @IsString({ message: 'New password and confirm password do not match' })
  new_password_confirmation: string;
}
