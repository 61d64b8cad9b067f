import type { VerifiedEmailData } from './verifiedEmailData';

export interface VerifiedEmailResponse {
  data: VerifiedEmailData;
  message: string;
  success: boolean;
}
