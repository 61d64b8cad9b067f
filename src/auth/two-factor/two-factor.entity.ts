import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Authenticator app of a staff member; active once it was confirmed with a code. */
@Entity('two_factor')
export class TwoFactor {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  /** The shared secret, encrypted for its user. */
  @Column('text')
  secretEncrypted: string;

  /** The latest 30-second step of which a code was taken: none works twice. */
  @Column('integer', { nullable: true })
  lastStep: number | null;

  /** Null while it is only being set up. */
  @Column('timestamptz', { nullable: true })
  enabledAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
