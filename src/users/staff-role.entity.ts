import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../common/security/actor';
import type { Permission } from '../common/security/permissions';

/** Rows of the built-in roles, which say where they may sign in from and whether they need a second factor. */
export const BUILT_IN_ROLE_IDS: Partial<Record<Role, number>> = { admin: 1, 'sub-admin': 2 };

/** The row of the role of `users u`; null for customers. */
export const STAFF_ROLE_ID = `coalesce(u.staff_role_id, CASE u.role WHEN 'admin' THEN 1 WHEN 'sub-admin' THEN 2 END)`;

@Entity('staff_role')
@Index('staff_role_name_idx', ['name'], { unique: true, where: 'removed_at IS NULL' })
export class StaffRoleRow {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('citext')
  name: string;

  /** Empty for the built-in roles, whose permissions are fixed. */
  @Column('text', { array: true })
  permissions: Permission[];

  /** CIDR ranges outside of which its members can neither sign in nor call; empty: everywhere. */
  @Column('text', { array: true, default: '{}' })
  allowedAddresses: string[];

  @Column('boolean', { default: false })
  twoFactorRequired: boolean;

  /** Since when its members may decide approvals. */
  @Column('timestamptz', { nullable: true })
  approvesSince: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Its members keep it, without permissions, until they are given another. */
  @Column('timestamptz', { nullable: true })
  removedAt: Date | null;
}
