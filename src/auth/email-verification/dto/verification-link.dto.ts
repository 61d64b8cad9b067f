import { IsOptional, IsString, MaxLength } from 'class-validator';

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
