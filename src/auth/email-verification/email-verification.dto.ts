import { IsOptional, IsString, MaxLength } from 'class-validator';
import { withMessage } from '../../common/http/api.decorators';

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
