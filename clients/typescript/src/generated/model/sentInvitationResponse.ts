import type { TeamInvitationResponse } from './teamInvitationResponse';

export interface SentInvitationResponse {
  data: TeamInvitationResponse;
  message: string;
  success: boolean;
}
