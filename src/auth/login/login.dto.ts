import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { IfGiven, OptionalPlainText, PlainText } from '../../common/http/fields';
import { CODE_MAX, PASSWORD_MAX, EmailDto } from '../auth.dto';
import { UserData } from '../../users/users.types';

export class LoginDto extends EmailDto {
  /** @example correct-horse-battery */
  @MaxLength(PASSWORD_MAX, { message: `Password must be at most ${PASSWORD_MAX} characters long` })
  @IsNotEmpty({ message: 'Password is required' })
  @IsString({ message: 'Password is required' })
  password: string;

  /**
   * For accounts with two-factor authentication, after 401 SECOND_FACTOR_REQUIRED: the six
   * digits of the authenticator app, or a recovery code.
   * @example 493021
   */
  @IfGiven()
  @OptionalPlainText()
  @MaxLength(CODE_MAX, { message: 'Please enter the code of your authenticator app' })
  @IsString({ message: 'Please enter the code of your authenticator app' })
  code?: string;
}

export class LoginData {
  user: UserData;
  /** Bearer token. Ends on logout, on a password change, after the idle timeout and at its absolute expiry. */
  token: string;
}

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
