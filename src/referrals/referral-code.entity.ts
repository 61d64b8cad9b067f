import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** The code in a customer's invitation link, made when they first ask for it. It never changes. */
@Entity('referral_code')
@Unique(['code'])
export class ReferralCode {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @Column('text')
  code: string;
}
