import type { Role } from '../common/security/actor';
import type { UserWithBalance } from '../users/users.types';

export { PASSWORD_MAX } from './password/password-rules';

/** Longest code accepted: a recovery code with the separators that people copy along. */
export const CODE_MAX = 40;

/** What the site is called. The application binds it to the settings. */
export abstract class SiteIdentity {
  abstract current(): Promise<{ readonly siteName: string; readonly siteDescription: string }>;
}

export interface LoginResult {
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
  /** `host:port` of the gateway. */
  readonly gatewayAddress: string;
}

/** A sign-in from a place its owner had not signed in from before. */
export interface NewPlace {
  readonly sessionId: string;
  readonly userId: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly at: Date;
}

/** A stretch of what was signed in. */
export interface NewPlaces {
  readonly places: NewPlace[];
  /** Where to go on; opaque. */
  readonly cursor: string;
  /** Whether there is more already. */
  readonly more: boolean;
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

/** What somebody knows of their own second factor. */
export interface TwoFactorStatus {
  /** Null while it is off. */
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Shown once: what an authenticator app is set up with. */
export interface TwoFactorSetup {
  /** Base32. */
  readonly secret: string;
  readonly otpauthUri: string;
}

/** Somebody on the staff, and whether a second factor guards their sign-in. */
export interface StaffTwoFactor {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly enabled: boolean;
}
