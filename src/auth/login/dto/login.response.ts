import { withMessage } from '../../../common/http/api.decorators';
import { toUserData, UserData } from '../../../users/users.types';
import type { LoginResult } from '../../auth.types';

export class LoginData {
  user: UserData;
  /** Bearer token. Ends on logout, on a password change, after the idle timeout and at its absolute expiry. */
  token: string;
}

export const toLoginResponse = ({ account, token }: LoginResult, text: string): LoginData =>
  withMessage({ user: toUserData(account), token }, text);
