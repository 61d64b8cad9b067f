import { IsBoolean, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { CODE_MAX, PASSWORD_MAX } from '../auth.dto';
import { PlainText } from '../../common/http/fields';

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

export class TwoFactorData {
  /** Whether two-factor authentication is enabled. */
  enabled: boolean;
  /** When it was enabled; null while disabled. */
  enabled_at: Date | null;
  /** Number of unused recovery codes. @example 10 */
  recovery_codes_left: number;
}

export class TwoFactorSetupData {
  /** Base32 secret for manual entry in an app. Shown once. @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ */
  secret: string;
  /** The secret as a URI for a QR code. */
  otpauth_uri: string;
}

export class RecoveryCodesData {
  /** Ten single-use codes that replace the app. Shown once. @example ["k3bq-7xwe-m2pa-zr4d"] */
  recovery_codes: string[];
}

export class RequireTwoFactorDto {
  /** Whether staff need two-factor authentication. @example true */
  @IsBoolean({ message: 'Must be true or false' })
  required: boolean;
}

export class TwoFactorRequirementData {
  /** Whether staff without two-factor authentication can only set it up. */
  required: boolean;
}
