import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

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

  @Column('bigint', { transformer: bigintColumn })
  spentKobo: bigint;
}
