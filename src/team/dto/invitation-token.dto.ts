import { IsString, MaxLength } from 'class-validator';

const MISSING = { message: 'The token of the invitation is missing' };

export class InvitationTokenDto {
  /** From the link of the email. */
  @MaxLength(100, MISSING)
  @IsString(MISSING)
  token: string;
}
