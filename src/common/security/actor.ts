import type { Money } from '../money/money';
import type { Permission } from './permissions';

export const ROLES = ['user', 'sub-admin', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What an API key may be allowed to do. */
export const API_KEY_SCOPES = ['read', 'proxies', 'buy', 'wallet'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** The API key that a request was made with. */
export interface ActingApiKey {
  readonly id: number;
  /** The visible beginning of the key. */
  readonly prefix: string;
  readonly scopes: readonly ApiKeyScope[];
  /** What may be spent with it in a day; null without a cap. */
  readonly dailyLimit: Money | null;
}

/** What a member of a team may do: `buyer` looks, buys and configures, `viewer` only looks. */
export const TEAM_ROLES = ['buyer', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The member of a team who acts for its owner. */
export interface ActingMember {
  /** User id of the person. */
  readonly id: number;
  readonly role: TeamRole;
  /** Whether the owner has not yet said, after a reset of the password, that the person stays a member. */
  readonly isPaused: boolean;
}

/** A member of staff who looks at the account of a customer as that customer, and changes nothing. */
export interface StaffViewer {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** A role of the shop's own, whose members are sub-admins with other permissions. */
export interface StaffRole {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** The signed-in user of a request; the first parameter of every service method that acts for a user. */
export interface Actor {
  /** Whose wallet and proxies the request concerns: for a member of a team the owner's id. */
  readonly userId: number;
  /** Name and address of the person. */
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Given when a member of staff has a role of the shop's own. */
  readonly staffRole?: StaffRole;
  /** Empty for a request with an API key. */
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Given when the request was made with an API key instead of a session. */
  readonly apiKey?: ActingApiKey;
  /** Given when a member of a team acts for the owner. */
  readonly member?: ActingMember;
  /** Given when staff look on; then also `member`, which is the customer with the rights of a viewer. */
  readonly viewer?: StaffViewer;
}

/** What the guards also know of the signed-in user. */
export interface SessionActor extends Actor {
  /** Whether the password is one that staff gave. */
  readonly mustChangePassword: boolean;
  /** When the session was started with a password, a code or Google. */
  readonly authenticatedAt: Date;
  /** Whether the role needs two-factor authentication. */
  readonly needsTwoFactor?: boolean;
}

/** Client of a request, with or without a session. */
export interface ClientInfo {
  readonly ip: string;
  readonly userAgent: string;
}

/** Who acts: the member of a team, not its owner. Audit rows, rate limits and idempotency keys are per person. */
export const getPersonId = ({ userId, member }: Pick<Actor, 'userId' | 'member'>): number =>
  member?.id ?? userId;

export const isStaff = (role: Role): boolean => role !== 'user';
