import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { CODE_MAX, PASSWORD_MAX } from '../../auth.types';
import { PlainText } from '../../../common/http/fields';

const PASSWORD = { message: 'Please enter your password' };
const CODE = { message: 'Please enter the code of your authenticator app' };

export class BeginTwoFactorDto {
  /** Your current password. */
  @MaxLength(PASSWORD_MAX, PASSWORD)
  @IsNotEmpty(PASSWORD)
  @IsString(PASSWORD)
  password: string;
}

export class ConfirmTwoFactorDto {
  /** Current six-digit code of the authenticator app. @example 493021 */
  @PlainText()
  @MaxLength(CODE_MAX, CODE)
  @IsNotEmpty(CODE)
  @IsString(CODE)
  code: string;
}

export class DisableTwoFactorDto extends BeginTwoFactorDto {
  /** Six digits of the authenticator app, or a recovery code. @example 493021 */
  @PlainText()
  @MaxLength(CODE_MAX, CODE)
  @IsNotEmpty(CODE)
  @IsString(CODE)
  code: string;
}
