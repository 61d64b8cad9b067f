import type { InvitationOfferData } from './invitationOfferData';

export interface InvitationOfferResponse {
  data: InvitationOfferData;
  success: boolean;
}
