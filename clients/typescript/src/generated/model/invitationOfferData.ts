import type { TeamRole } from './teamRole';

export interface InvitationOfferData {
  /** The only address that can accept it. */
  email: string;
  expires_at: string;
  owner_name: string;
  role: TeamRole;
}
