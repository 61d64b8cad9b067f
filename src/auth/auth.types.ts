import type { UserWithBalance } from '../users/users.types';

export { PASSWORD_MAX } from './auth.dto';

/** Longest code accepted: a recovery code with the separators that people copy along. */
export const CODE_MAX = 40;

export interface LoginResult {
  readonly account: UserWithBalance;
  /** Bearer token. */
  readonly token: string;
}

/** A login from an address and browser that the user had not used together before. */
export interface NewDeviceLogin {
  readonly sessionId: string;
  readonly userId: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly at: Date;
}

/** One page of a feed of logins. */
export interface NewDeviceLoginPage {
  readonly logins: NewDeviceLogin[];
  /** Opaque position of the next page. */
  readonly cursor: string;
  readonly hasMore: boolean;
}
