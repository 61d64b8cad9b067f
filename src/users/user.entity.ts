import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import type { Role } from '../common/security/actor';

export const USER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

@Entity('users')
@Unique(['email'])
@Unique(['googleSubject'])
@Check('users_role_check', `role IN ('user', 'sub-admin', 'admin')`)
@Check('users_status_check', `status IN ('active', 'inactive', 'suspended')`)
@Index(['createdAt', 'id'])
@Index('users_open_idx', ['createdAt', 'id'], { where: 'closed_at IS NULL' })
@Index('users_open_status_idx', ['status', 'createdAt', 'id'], { where: 'closed_at IS NULL' })
@Index('users_closed_idx', ['id'], { where: 'closed_at IS NOT NULL' })
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
