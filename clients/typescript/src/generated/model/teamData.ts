import type { TeamInvitationResponse } from './teamInvitationResponse';
import type { TeamMemberResponse } from './teamMemberResponse';

export interface TeamData {
  /** Those that can be accepted, newest first. */
  invitations: TeamInvitationResponse[];
  /** In the order in which they joined. */
  members: TeamMemberResponse[];
}
