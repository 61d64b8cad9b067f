import { IsOptional, IsString, MaxLength, Length } from 'class-validator';
import { PlainText } from '../../common/http/fields';

export class GoogleRedirectQuery {
  /** The code of an invitation link, for an account that is opened. @example 7KQ2M9XA */
  @IsOptional()
  @PlainText()
  @MaxLength(40)
  @IsString()
  ref?: string;
}

export class GoogleTokenDto {
  /** The `token` parameter of the web route /auth/google/callback; single-use, valid for 60 s. */
  @Length(1, 512, { message: 'Google OAuth authentication failed' })
  @IsString({ message: 'Google OAuth authentication failed' })
  access_token: string;
}
