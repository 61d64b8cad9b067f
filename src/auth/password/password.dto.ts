import { IsNotEmpty, IsString, MaxLength, MinLength, Matches } from 'class-validator';
import { OmitType } from '@nestjs/swagger';
import { PASSWORD_MAX, PASSWORD_MIN, Match, EmailDto } from '../auth.dto';
import { PlainDigits } from '../../common/http/fields';

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

export class SetPasswordDto extends OmitType(ChangePasswordDto, ['old_password']) {}

export class ResetCodeDto extends EmailDto {
  /** The six digits from the mail. @example 493021 */
  @PlainDigits()
  @Matches(/^[0-9]{6}$/, { message: 'Please enter the complete 6-digit code' })
  token: string;
}

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
