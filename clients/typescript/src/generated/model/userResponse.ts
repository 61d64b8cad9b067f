import type { UserEnvelopeData } from './userEnvelopeData';

export interface UserResponse {
  data: UserEnvelopeData;
  message?: string;
  success: boolean;
}
