import type { Role } from '../common/security/actor';
import type { UserWithBalance } from '../users/users.types';

export { PASSWORD_MAX } from './password/password-policy';

/** Longest code accepted: a recovery code with the separators that people copy along. */
export const CODE_MAX = 40;

/** Port for the site's name and description. The application binds it to the settings. */
export abstract class SiteIdentity {
  abstract current(): Promise<{ readonly siteName: string; readonly siteDescription: string }>;
}

/** Port for what the shop offers visitors. The application binds it to the settings. */
export abstract class ShopOffer {
  /** Whether proxies of a kind relay UDP through SOCKS5. */
  abstract current(): Promise<{
    readonly udpDatacenter: boolean;
    readonly udpResidential: boolean;
    readonly udpMobile: boolean;
    /** Whether customers are rewarded for inviting others. */
    readonly referralsEnabled: boolean;
  }>;
  /** Ways to pay a top-up; none leaves the choice to the checkout. */
  abstract findTopupChannels(): Promise<readonly string[]>;
}

/** Port for where customers connect. The application binds it to the catalogue. */
export abstract class PublicEndpoint {
  /** Of a gateway that is in service; as configured when none is known. */
  abstract findPublic(): Promise<{ readonly host: string; readonly port: number }>;
}

/** Port for who wants to know of new customers. The application binds it to the referrals. */
export abstract class SignUpListener {
  /** Within the unit of work that opens the account. @param referral the code of an invitation, as it was sent. */
  abstract accountOpened(userId: number, referral: string): Promise<void>;
}

/**
 * Port for what else ends with credentials, in the unit of work that removes them. The application binds it to the shared
 * lists of proxies.
 */
export abstract class CredentialListener {
  abstract apiKeyRemoved(apiKeyId: number): Promise<void>;
  /** All keys of the account, whose owner takes it back from whoever may have known its password. */
  abstract allApiKeysRemoved(userId: number): Promise<void>;
}

/** Port for what the shop demands of its staff. The application binds it to the settings. */
export abstract class StaffPolicy {
  abstract current(): Promise<{ readonly staffTwoFactorRequired: boolean }>;
}

export interface LoginResult {
  readonly account: UserWithBalance;
  /** Bearer token. */
  readonly token: string;
}

/** Public configuration that the web app reads before login. */
export interface PublicAuthConfig {
  readonly google: boolean;
  readonly emailVerification: boolean;
  readonly siteName: string;
  readonly siteDescription: string;
  readonly sandbox: boolean;
  readonly supportEmail: string;
  readonly supportChatUrl: string | null;
  /** `host:port` of a gateway that is in service. */
  readonly gatewayAddress: string;
  readonly gatewayHttpsPort: number | null;
  /** Kind of proxies → whether they relay UDP through SOCKS5. */
  readonly udp: Readonly<Record<'datacenter' | 'residential' | 'mobile', boolean>>;
  readonly topupChannels: readonly string[];
  readonly referrals: boolean;
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

/** One active session of a user. */
export interface SessionView {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

/** Two-factor status of the signed-in user. */
export interface TwoFactorStatus {
  /** Null while it is off. */
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Secret for an authenticator app, shown once. */
export interface TwoFactorSetup {
  /** Base32. */
  readonly secret: string;
  readonly otpauthUri: string;
}

/** A member of staff and whether two-factor login is enabled. */
export interface StaffTwoFactor {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly enabled: boolean;
}
