import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { TeamRole } from '../../common/security/actor';

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

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  dailyLimitKobo: bigint | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  monthlyLimitKobo: bigint | null;

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
