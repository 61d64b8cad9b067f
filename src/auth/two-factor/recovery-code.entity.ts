import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

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
