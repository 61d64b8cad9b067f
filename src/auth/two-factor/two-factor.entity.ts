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

/** Stands in for the authenticator app, once. */
@Entity('recovery_code')
export class RecoveryCode {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  /** Argon2id in PHC form; a keyed SHA-256 while `lookup` is null. The code itself is never stored. */
  @PrimaryColumn('text')
  codeHash: string;

  /** The first characters of the code, which find its row. Null in rows of earlier versions. */
  @Column('text', { nullable: true })
  lookup: string | null;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
