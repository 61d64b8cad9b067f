import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A charge of the owner's wallet that a member of a team made, and the day that it counts on. */
@Entity('member_charge')
@Index(['ownerId', 'memberId', 'day'])
export class MemberCharge {
  @ForeignKey('WalletTransaction')
  @PrimaryColumn('integer')
  transactionId: number;

  @ForeignKey('User')
  @Column('integer')
  ownerId: number;

  @ForeignKey('User')
  @Column('integer')
  memberId: number;

  /** In the shop's zone. */
  @Column('date')
  day: string;
}
