import type { UserData } from './userData';

export interface LoginData {
  /** Bearer token. Ends on logout, on a password change, after the idle timeout and at its absolute expiry. */
  token: string;
  user: UserData;
}
