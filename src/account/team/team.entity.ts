import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { formatNaira, type Money } from '../../common/money/money';
import { moneyColumn } from '../../common/money/money.column';
import type { TeamRole } from '../../common/security/actor';

export const MAX_MEMBERS = 20;
export const MAX_INVITATIONS = 20;
/** Mails to addresses of the owner's choice. */
export const MAX_INVITATIONS_A_DAY = 50;

/** A person who acts for a customer. The key lets nobody be in two teams; a member who is removed has no row. */
@Entity('team_member')
@Index(['ownerId'])
@Check('team_member_owner_check', 'owner_id <> member_id')
@Check('team_member_role_check', `role IN ('buyer', 'viewer')`)
@Check('team_member_limit_check', 'daily_limit_kobo > 0 AND monthly_limit_kobo > 0')
export class TeamMember {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  memberId: number;

  @ForeignKey('User')
  @Column('integer')
  ownerId: number;

  @Column('text')
  role: TeamRole;

  /** From midnight to midnight in Lagos. Null without a limit; a viewer has none. */
  @Column('bigint', { name: 'daily_limit_kobo', nullable: true, transformer: moneyColumn })
  dailyLimit: Money | null;

  @Column('bigint', { name: 'monthly_limit_kobo', nullable: true, transformer: moneyColumn })
  monthlyLimit: Money | null;

  @CreateDateColumn({ type: 'timestamptz' })
  joinedAt: Date;
}

/** An invitation to a team. The token is in the mail only; its hash is stored. */
@Entity('team_invitation')
@Unique(['tokenHash'])
@Index(['ownerId', 'createdAt'])
@Index(['email'])
@Check('team_invitation_role_check', `role IN ('buyer', 'viewer')`)
@Check('team_invitation_limit_check', 'daily_limit_kobo > 0 AND monthly_limit_kobo > 0')
export class TeamInvitation {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  ownerId: number;

  @Column('citext')
  email: string;

  @Column('text')
  role: TeamRole;

  @Column('bigint', { name: 'daily_limit_kobo', nullable: true, transformer: moneyColumn })
  dailyLimit: Money | null;

  @Column('bigint', { name: 'monthly_limit_kobo', nullable: true, transformer: moneyColumn })
  monthlyLimit: Money | null;

  @Column('bytea')
  tokenHash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}

/** What a member may do. */
export type TeamRights = Pick<TeamMember, 'role' | 'dailyLimit' | 'monthlyLimit'>;

/** @example a buyer with ₦20,000 a day */
export function describeRights({ role, dailyLimit, monthlyLimit }: TeamRights): string {
  const limits = [
    dailyLimit && `${formatNaira(dailyLimit)} a day`,
    monthlyLimit && `${formatNaira(monthlyLimit)} a month`,
  ].filter((limit) => limit !== null);
  return limits.length ? `a ${role} with ${limits.join(' and ')}` : `a ${role}`;
}
