import { Matches, IsOptional, IsString, MaxLength } from 'class-validator';
import { EmailDto } from '../auth.dto';
import { PlainDigits } from '../../common/http/fields';
import { withMessage } from '../../common/http/api.decorators';

const SIX_DIGITS = /^[0-9]{6}$/;

export class ConfirmEmailChangeDto extends EmailDto {
  /** The six digits that were mailed to the present address. @example 493021 */
  @PlainDigits()
  @Matches(SIX_DIGITS, { message: 'Please enter the 6-digit code from your present address' })
  current_code: string;

  /** The six digits that were mailed to the new address. @example 118274 */
  @PlainDigits()
  @Matches(SIX_DIGITS, { message: 'Please enter the 6-digit code from your new address' })
  new_code: string;
}

/** Loose on purpose: whatever is wrong with a link gets the one answer for bad links. */
export class LinkSignatureQuery {
  /** Expiry of the link, as Unix time in seconds. @example 1763686400 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  expires?: string;

  /** Signature of the link. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  signature?: string;
}

export class VerificationLinkQuery extends LinkSignatureQuery {
  /** User id. @example 12 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  id?: string;

  /** Hash of the e-mail address to verify. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  hash?: string;
}

export class VerifiedEmailData {
  /** The verified address, to fill in at the sign-in. @example ada@example.com */
  email: string;
}

export const toVerifiedEmailResponse = (email: string): VerifiedEmailData =>
  withMessage({ email }, 'Email verified successfully!');
