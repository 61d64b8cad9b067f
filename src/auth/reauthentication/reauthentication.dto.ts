import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { IfGiven, PlainText } from '../../common/http/fields';
import { CODE_MAX } from '../auth.types';
import { PASSWORD_MAX } from '../password/password-policy';

const PASSWORD = { message: 'Please enter your password' };
const CODE = { message: 'Please enter the code of your authenticator app' };

export class ReauthenticateDto {
  /** The current password. @example correct-horse-battery */
  @MaxLength(PASSWORD_MAX, PASSWORD)
  @IsNotEmpty(PASSWORD)
  @IsString(PASSWORD)
  password: string;

  /** With two-factor authentication: six digits of the app, or a recovery code. @example 493021 */
  @IfGiven()
  @PlainText()
  @MaxLength(CODE_MAX, CODE)
  @IsString(CODE)
  code?: string;
}
