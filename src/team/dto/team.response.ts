import { withMessage } from '../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { TEAM_ROLES, type TeamRole } from '../../common/security/actor';
import type {
  InvitationOffer,
  InvitationView,
  Team,
  TeamMemberView,
  TeamRights,
} from '../team.types';

export class TeamRightsResponse {
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole' })
  role: TeamRole;
  /** Whole naira from midnight to midnight in Lagos; null without a limit. @example 20000 */
  daily_limit: number | null;
  /** Whole naira in a calendar month; null without a limit. @example 200000 */
  monthly_limit: number | null;
}

export class TeamMemberResponse extends TeamRightsResponse {
  /** User id of the member. @example 31 */
  id: number;
  /** @example Chidi Eze */
  name: string;
  /** @example chidi@example.com */
  email: string;
  joined_at: Date;
  /** What purchases of the member have cost today, less refunds, in whole naira. @example 4960 */
  spent_today: number;
  /** The same for this calendar month. @example 31200 */
  spent_this_month: number;
}

export class TeamInvitationResponse extends TeamRightsResponse {
  /** @example 4 */
  id: number;
  /** @example chidi@example.com */
  email: string;
  created_at: Date;
  expires_at: Date;
}

export class TeamData {
  /** In the order in which they joined. */
  members: TeamMemberResponse[];
  /** Those that can be accepted, newest first. */
  invitations: TeamInvitationResponse[];
}

export class InvitationOfferData {
  /** @example Ada Obi */
  owner_name: string;
  /** The only address that can accept it. @example chidi@example.com */
  email: string;
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole' })
  role: TeamRole;
  expires_at: Date;
}

const toRights = ({ role, dailyLimit, monthlyLimit }: TeamRights): TeamRightsResponse => ({
  role,
  daily_limit: dailyLimit?.toNairaFloor() ?? null,
  monthly_limit: monthlyLimit?.toNairaFloor() ?? null,
});

const toMember = (member: TeamMemberView): TeamMemberResponse => ({
  id: member.id,
  name: member.name,
  email: member.email,
  ...toRights(member),
  joined_at: member.joinedAt,
  spent_today: member.spentToday.toNairaCeil(),
  spent_this_month: member.spentThisMonth.toNairaCeil(),
});

const toInvitation = (invitation: InvitationView): TeamInvitationResponse => ({
  id: invitation.id,
  email: invitation.email,
  ...toRights(invitation),
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});

export const toTeam = ({ members, invitations }: Team): TeamData => ({
  members: members.map(toMember),
  invitations: invitations.map(toInvitation),
});

export const toSentInvitation = (invitation: InvitationView): TeamInvitationResponse =>
  withMessage(toInvitation(invitation), `The invitation was sent to ${invitation.email}.`);

export const toInvitationOffer = (offer: InvitationOffer): InvitationOfferData => ({
  owner_name: offer.ownerName,
  email: offer.email,
  role: offer.role,
  expires_at: offer.expiresAt,
});
