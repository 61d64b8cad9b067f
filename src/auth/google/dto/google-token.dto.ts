import { IsString, Length } from 'class-validator';

export class GoogleTokenDto {
  /** The `token` parameter of the web route /auth/google/callback; single-use, valid for 60 s. */
  @Length(1, 512, { message: 'Google OAuth authentication failed' })
  @IsString({ message: 'Google OAuth authentication failed' })
  access_token: string;
}
