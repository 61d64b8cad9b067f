import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryColumn,
  Unique,
} from 'typeorm';
import type { Role } from '../../common/security/actor';

/** A member of staff who has not yet chosen a name and password. */
@Entity('staff_invitation')
@Unique(['tokenHash'])
@Check('staff_invitation_role_check', `role IN ('sub-admin', 'admin')`)
export class StaffInvitation {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  /** What was approved: with another role on the account the invitation is void. */
  @Column('text')
  role: Exclude<Role, 'user'>;

  @ForeignKey('StaffRoleRow')
  @Column('integer', { nullable: true })
  staffRoleId: number | null;

  /** SHA-256 of the token of the last mail; null until it is sent. */
  @Column('bytea', { nullable: true })
  tokenHash: Buffer | null;

  @ForeignKey('User')
  @Column('integer')
  invitedBy: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;
}
