import { toUserData, UserData } from '../../../users/users.types';
import type { LoginResult } from '../../auth.types';

export class LoginData {
  user: UserData;
  /** Bearer token. Ends on logout, on a password change, after the idle timeout and at its absolute expiry. */
  token: string;
}

export class LoginResponse {
  /** Always true. */
  success: boolean;
  /** Message for the user. */
  message: string;
  data: LoginData;
}

export const toLoginResponse = ({ account, token }: LoginResult, text: string): LoginResponse => ({
  success: true,
  message: text,
  data: { user: toUserData(account), token },
});
