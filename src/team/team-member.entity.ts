import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../common/money/money.column';
import type { TeamRole } from '../common/security/actor';

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

  /** Null without a limit; a viewer has none. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  dailyLimitKobo: bigint | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  monthlyLimitKobo: bigint | null;

  @CreateDateColumn({ type: 'timestamptz' })
  joinedAt: Date;
}
