import { Transform } from 'class-transformer';
import { IsEmail, Matches, MaxLength } from 'class-validator';
import { normalizeEmail } from '../../common/http/fields';
import { EMAIL_MAX, PLAIN_EMAIL } from '../../users/users.types';
import type { NewInvitation } from '../team.types';
import { TeamRightsDto, toTeamRights } from './team-rights.dto';

const UNUSABLE = 'Please enter a valid email address';

export class InviteMemberDto extends TeamRightsDto {
  /** Case-insensitive; surrounding spaces are removed. @example chidi@example.com */
  @Transform(normalizeEmail)
  @MaxLength(EMAIL_MAX, { message: UNUSABLE })
  @Matches(PLAIN_EMAIL, { message: UNUSABLE })
  @IsEmail({}, { message: UNUSABLE })
  email: string;
}

export const toNewInvitation = (body: InviteMemberDto): NewInvitation => ({
  email: body.email,
  ...toTeamRights(body),
});
