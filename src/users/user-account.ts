import type { Role, TeamRole } from '../common/security/actor';
import type { Money } from '../common/money/money';
import type { UserStatus } from './user.entity';

/** A user as the rest of the platform sees one. */
export interface UserAccount {
  readonly id: number;
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  readonly phone: string | null;
  /** Argon2id in PHC form; null for an account that only signs in with Google. */
  readonly passwordHash: string | null;
  /** Set while the password is one that staff gave: its owner has to choose another until then. */
  readonly firstPasswordExpiresAt: Date | null;
  readonly googleSubject: string | null;
  readonly role: Role;
  readonly status: UserStatus;
  readonly emailVerifiedAt: Date | null;
  readonly createdAt: Date;
  /** Set while a review of who has access is due: what was given before is paused. */
  readonly reviewSince: Date | null;
}

/** The team in which a user acts for its owner. */
export interface Membership {
  readonly ownerId: number;
  readonly ownerName: string;
  readonly role: TeamRole;
  /** Whether the owner is a customer whose account is in use. */
  readonly isOwnerActive: boolean;
  /** Whether the owner has not yet said, after a reset of the password, that the user stays a member. */
  readonly isPaused: boolean;
}

export interface UserWithBalance {
  readonly user: UserAccount;
  /** Of the wallet that the user spends from: a member's is the owner's. */
  readonly balance: Money;
  /** Null for a user who acts for the own account. */
  readonly team: Membership | null;
}

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly firstPasswordExpiresAt?: Date | null;
  readonly phone?: string | null;
  readonly googleSubject?: string | null;
  readonly role?: Role;
  readonly status?: UserStatus;
  readonly emailVerifiedAt?: Date | null;
}

/** Longest name, in characters. */
export const NAME_MAX = 100;
/** One line with a visible letter or digit and without bidirectional control characters. */
export const NAME = /^(?=.*(?!\p{DI})[\p{L}\p{N}])[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u;
/** Longest address RFC 5321 can carry. */
export const EMAIL_MAX = 254;
/** Excludes quoted local parts: legal, but unsupported by most mail software. */
export const PLAIN_EMAIL = /^[^\s"<>()[\]\\,;:]+$/;
