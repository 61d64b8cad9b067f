import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Loose on purpose: whatever is wrong with a link gets the one answer for bad links. */
export class LinkSignatureQuery {
  /** Unix time in seconds at which the link ends. @example 1763686400 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  expires?: string;

  /** Signature over the link. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  signature?: string;
}

export class VerificationLinkQuery extends LinkSignatureQuery {
  /** Number of the user. @example 12 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  id?: string;

  /** Fingerprint of the address to be proven. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  hash?: string;
}
