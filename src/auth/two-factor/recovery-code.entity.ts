import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Stands in for the authenticator app, once. */
@Entity('recovery_code')
export class RecoveryCode {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  /** Keyed hash; the code itself is never stored. */
  @PrimaryColumn('text')
  codeHash: string;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
