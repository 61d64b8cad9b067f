import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import type { Money } from '../common/money/money';
import type { Role, StaffRole, TeamRole } from '../common/security/actor';

export const USER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

@Entity('users')
@Unique(['email'])
@Unique(['googleSubject'])
@Check('users_role_check', `role IN ('user', 'sub-admin', 'admin')`)
@Check('users_staff_role_check', `staff_role_id IS NULL OR role = 'sub-admin'`)
@Check('users_status_check', `status IN ('active', 'inactive', 'suspended')`)
@Index(['createdAt', 'id'])
@Index('users_open_idx', ['createdAt', 'id'], { where: 'closed_at IS NULL' })
@Index('users_open_status_idx', ['status', 'createdAt', 'id'], { where: 'closed_at IS NULL' })
@Index('users_closed_idx', ['id'], { where: 'closed_at IS NOT NULL' })
@Index('users_staff_idx', ['id'], { where: `role <> 'user' AND closed_at IS NULL` })
@Index('users_search_idx', { synchronize: false })
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  name: string;

  /** Compared without regard to case; an anonymised account keeps a unique placeholder. */
  @Column('citext')
  email: string;

  @Column('text', { nullable: true })
  phone: string | null;

  /** Argon2id in PHC form; null for an account that only signs in with Google. */
  @Column('text', { nullable: true })
  passwordHash: string | null;

  /** Set while the password is one that staff gave: its owner has to choose another until then. */
  @Column('timestamptz', { nullable: true })
  firstPasswordExpiresAt: Date | null;

  /** Google's `sub`; the e-mail is never used to recognise a Google account. */
  @Column('text', { nullable: true })
  googleSubject: string | null;

  @Column('text', { default: 'user' })
  role: Role;

  /** A role of the shop's own, in place of the permissions of a sub-admin. */
  @ForeignKey('StaffRoleRow')
  @Column('integer', { nullable: true })
  staffRoleId: number | null;

  @Column('timestamptz', { nullable: true })
  staffRoleSince: Date | null;

  @Column('text', { default: 'active' })
  status: UserStatus;

  @Column('timestamptz', { nullable: true })
  emailVerifiedAt: Date | null;

  /**
   * Set by a reset of the password until its owner has reviewed who has access: what is in `security_review_item` and older is
   * paused.
   */
  @Column('timestamptz', { nullable: true })
  reviewSince: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;

  /** When the account was closed and made anonymous. */
  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;
}

/** The time in which an account was an active admin. A trigger of `users` writes it, whatever changes the account. */
@Entity('admin_term')
@Check('admin_term_check', 'ended_at >= started_at')
@Index('admin_term_open_idx', ['userId'], { unique: true, where: 'ended_at IS NULL' })
export class AdminTerm {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt: Date;

  /** Null while it lasts. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}

/** A user as the rest of the platform sees one. */
export type UserAccount = Readonly<
  Pick<
    User,
    | 'id'
    | 'name'
    | 'email'
    | 'phone'
    | 'passwordHash'
    | 'firstPasswordExpiresAt'
    | 'googleSubject'
    | 'role'
    | 'staffRoleId'
    | 'status'
    | 'emailVerifiedAt'
    | 'createdAt'
    | 'reviewSince'
  >
>;

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
  /** Given when a member of staff has a role of the shop's own. */
  readonly staffRole?: StaffRole;
}

export type NewUser = Pick<UserAccount, 'name' | 'email' | 'passwordHash'> &
  Partial<Omit<UserAccount, 'id' | 'createdAt' | 'reviewSince'>>;

/** Longest name, in characters. */
export const NAME_MAX = 100;
/** One line with a visible letter or digit and without bidirectional control characters. */
export const NAME = /^(?=.*(?!\p{DI})[\p{L}\p{N}])[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u;
/** Longest address RFC 5321 can carry. */
export const EMAIL_MAX = 254;
/** Excludes quoted local parts: legal, but unsupported by most mail software. */
export const PLAIN_EMAIL = /^[^\s"<>()[\]\\,;:]+$/;
