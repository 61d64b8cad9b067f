import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Money } from '../../common/money/money';
import { moneyColumn } from '../../common/money/money.column';

/** What was spent with an API key on the last day on which something was. */
@Entity('api_key_spending')
@Check('api_key_spending_check', 'spent_kobo > 0')
export class ApiKeySpending {
  @ForeignKey('ApiKey')
  @PrimaryColumn('integer')
  apiKeyId: number;

  /** In the shop's zone. */
  @Column('date')
  day: string;

  @Column('bigint', { name: 'spent_kobo', transformer: moneyColumn })
  spent: Money;
}

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

  @Column('bigint', { name: 'spent_kobo', transformer: moneyColumn })
  spent: Money;
}
