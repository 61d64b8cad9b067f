import type { UserWithBalance } from '../users/users.types';

/** What the site is called. The application binds it to the settings. */
export abstract class SiteIdentity {
  abstract current(): Promise<{ readonly siteName: string; readonly siteDescription: string }>;
}

export interface SignedIn {
  readonly account: UserWithBalance;
  /** Bearer token. */
  readonly token: string;
}

/** What the sign-in screens need to know before anybody is signed in. */
export interface AuthOptions {
  readonly google: boolean;
  readonly emailVerification: boolean;
  readonly siteName: string;
  readonly siteDescription: string;
  readonly sandbox: boolean;
  readonly supportEmail: string;
  readonly supportChatUrl: string | null;
}

/** One live sign-in of a user. */
export interface SessionView {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}
