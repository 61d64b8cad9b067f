import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** What a member of a team has spent from the owner's wallet in a day, less what was refunded of it. */
@Entity('member_spending')
@Check('member_spending_check', 'spent_kobo >= 0')
export class MemberSpending {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  ownerId: number;

  @ForeignKey('User')
  @PrimaryColumn('integer')
  memberId: number;

  /** In the shop's zone. */
  @PrimaryColumn('date')
  day: string;

  @Column('bigint', { transformer: bigintColumn })
  spentKobo: bigint;
}
