import { ok } from '../../../common/http/envelope.response';

export class VerifiedEmailData {
  /** The verified address, to fill in at the sign-in. @example ada@example.com */
  email: string;
}

export class VerifiedEmailResponse {
  success: boolean;
  /** @example Email verified successfully! */
  message: string;
  data: VerifiedEmailData;
}

export const toVerifiedEmailResponse = (email: string): VerifiedEmailResponse => ({
  ...ok({ email }),
  message: 'Email verified successfully!',
});
