import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

export type CodePurpose =
  | 'reset_password'
  | 'google_handoff'
  | 'email_change_current'
  | 'email_change_new';

/** A secret that works once: six digits from a mail, or the hand-over after a Google sign-in. */
@Entity('one_time_code')
@Index(['userId', 'purpose', 'createdAt'])
@Index(['secretHash'])
@Check(
  'one_time_code_purpose_check',
  `purpose IN ('reset_password', 'google_handoff', 'email_change_current', 'email_change_new')`,
)
export class OneTimeCode {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text')
  purpose: CodePurpose;

  /** Keyed hash; the secret itself is never stored. */
  @Column('text')
  secretHash: string;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
