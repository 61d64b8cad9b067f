import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Length, MaxLength } from 'class-validator';
import { trim } from '../../../common/http/transforms';
import { CODE_MAX, PASSWORD_MAX } from '../../../auth/auth.types';

const PASSWORD = { message: 'Please enter your password' };
const CODE = { message: 'Please enter the code of your authenticator app' };
const REASON = { message: 'Give a reason of 3 to 500 characters' };

export class BeginSecondFactorDto {
  /** Your own, once more. */
  @MaxLength(PASSWORD_MAX, PASSWORD)
  @IsNotEmpty(PASSWORD)
  @IsString(PASSWORD)
  password: string;
}

export class ConfirmSecondFactorDto {
  /** The six digits that the authenticator app shows now. @example 493021 */
  @MaxLength(CODE_MAX, CODE)
  @IsNotEmpty(CODE)
  @IsString(CODE)
  code: string;
}

export class DisableSecondFactorDto extends BeginSecondFactorDto {
  /** Six digits of the authenticator app, or a recovery code. @example 493021 */
  @MaxLength(CODE_MAX, CODE)
  @IsNotEmpty(CODE)
  @IsString(CODE)
  code: string;
}

export class ResetSecondFactorDto {
  /** Why, for the audit log: 3 to 500 characters. @example Lost their phone, called from their desk */
  @Transform(trim)
  @Length(3, 500, REASON)
  @IsString(REASON)
  reason: string;
}
