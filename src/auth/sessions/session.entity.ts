import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One sign-in. A token is worth nothing once its session has ended. */
@Entity('session')
@Index(['userId'], { where: 'revoked_at IS NULL' })
@Index(['userId', 'id'])
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
