import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

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
