import { IsString, Length } from 'class-validator';

export class GoogleTokenDto {
  /** The `token` that the web route /auth/google/callback was opened with; good once, for 60 s. */
  @Length(1, 512, { message: 'Google OAuth authentication failed' })
  @IsString({ message: 'Google OAuth authentication failed' })
  access_token: string;
}
