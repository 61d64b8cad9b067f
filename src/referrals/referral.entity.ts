import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A customer who signed up through another one's link. */
@Entity('referral')
@Index(['referrerId', 'createdAt', 'userId'])
export class Referral {
  /** Who signed up. */
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  /** Whose link it was. */
  @Column('integer')
  @ForeignKey('User')
  referrerId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
