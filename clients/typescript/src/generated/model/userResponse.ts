import type { UserEnvelopeData } from './userEnvelopeData';

export interface UserResponse {
  data: UserEnvelopeData;
  /** Message for the user. */
  message?: string;
  /** Always true. */
  success: boolean;
}
