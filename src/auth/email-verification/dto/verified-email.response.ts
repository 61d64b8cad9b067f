import { withMessage } from '../../../common/http/api.decorators';

export class VerifiedEmailData {
  /** The verified address, to fill in at the sign-in. @example ada@example.com */
  email: string;
}

export const toVerifiedEmailResponse = (email: string): VerifiedEmailData =>
  withMessage({ email }, 'Email verified successfully!');
