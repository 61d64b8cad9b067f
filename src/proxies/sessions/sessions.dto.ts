import { IsOptional, Matches } from 'class-validator';

export class RotateSessionDto {
  /** The session as named in the username, 1 to 32 letters and digits; the proxy's own when left out. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{1,32}$/, { message: 'A session is named by 1 to 32 letters and digits' })
  session?: string | null;
}
