import { toUserData, UserData } from '../../users/users.types';
import type { SignedIn } from '../auth.types';

export class SignInData {
  user: UserData;
  /** Bearer token. Ends on logout, on a password change, after idleness and at its absolute end. */
  token: string;
}

export class SignInResponse {
  /** Always true. */
  success: boolean;
  /** A sentence to show. */
  message: string;
  data: SignInData;
}

export const toSignInResponse = ({ account, token }: SignedIn, text: string): SignInResponse => ({
  success: true,
  message: text,
  data: { user: toUserData(account), token },
});
