import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { isStaff, type Role, type TeamRole } from '../../common/security/actor';
import type { Permission } from '../../common/security/permissions';
import { DAY, HOUR, MINUTE } from '../../common/time/clock';
import type { User } from '../../users/user.entity';

/** One sign-in. A token is worth nothing once its session has ended. */
@Entity('session')
@Index(['userId'], { where: 'revoked_at IS NULL' })
@Index(['userId', 'id'])
@Index(['ip', 'userId'])
export class Session {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz')
  lastSeenAt: Date;

  /** Absolute end, whatever the activity. */
  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('text')
  ip: string;

  @Column('text')
  userAgent: string;
}

interface Lifetime {
  /** Longest silence. */
  readonly idle: number;
  /** Longest life, whatever the activity. */
  readonly absolute: number;
}

const CUSTOMER: Lifetime = { idle: 7 * DAY, absolute: 30 * DAY };
const STAFF: Lifetime = { idle: 2 * HOUR, absolute: 12 * HOUR };

/** How far behind `last_seen_at` may be: one write a minute instead of one per call. */
export const LAST_SEEN_INTERVAL = MINUTE;

/** How long after a sign-in a session may do what a stolen token must not be enough for. */
export const RECENT_SIGN_IN = 15 * MINUTE;

export const getSessionLifetime = (role: Role): Lifetime => (isStaff(role) ? STAFF : CUSTOMER);

/** What the guard reads on every call: a session with the present state of its user and team. */
export interface SessionWithUser
  extends
    Pick<Session, 'id' | 'userId' | 'createdAt' | 'lastSeenAt' | 'expiresAt' | 'revokedAt'>,
    Pick<User, 'name' | 'email' | 'role' | 'status' | 'closedAt'> {
  /** Whether the password is one that staff gave. */
  readonly mustChangePassword: boolean;
  /** Of staff with a role of the shop's own. */
  readonly staffRoleId: number | null;
  readonly staffRoleName: string | null;
  readonly permissions: readonly Permission[] | null;
  /** Of staff. */
  readonly allowedAddresses: readonly string[] | null;
  readonly needsTwoFactor: boolean | null;
  /** The owner for whom a member of a team acts; null for one who acts for the own account. */
  readonly ownerId: number | null;
  /** Of a member only. */
  readonly teamRole: TeamRole;
  /** Of a member: whether the owner is a customer whose account is in use. */
  readonly isOwnerActive: boolean | null;
  /** Of a member: whether the owner has not yet said, after a reset of the password, that the person stays. */
  readonly isPaused: boolean;
}

/**
 * Whether a session still carries its user.
 * @param role what the user was when the token was made: after a promotion or a demotion the user
 * signs in anew.
 */
export function isSessionActive(session: SessionWithUser, role: Role, now: Date): boolean {
  const { idle } = getSessionLifetime(session.role);
  return (
    session.revokedAt === null &&
    session.closedAt === null &&
    session.status === 'active' &&
    session.role === role &&
    (session.ownerId === null || session.isOwnerActive === true) &&
    now < session.expiresAt &&
    now.getTime() - session.lastSeenAt.getTime() < idle
  );
}

export const shouldUpdateLastSeen = (session: SessionWithUser, now: Date): boolean =>
  now.getTime() - session.lastSeenAt.getTime() >= LAST_SEEN_INTERVAL;
