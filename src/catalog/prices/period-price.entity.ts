import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** Price of one datacenter address for a period; `zz` is the default for countries without a row. */
@Entity('period_price')
@Unique(['country', 'durationMinutes'])
@Check('period_price_amount_check', 'usd_micros > 0 AND duration_minutes > 0')
export class PeriodPrice {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('char', { length: 2, default: 'zz' })
  country: string;

  @Column('integer')
  durationMinutes: number;

  /** Millionths of a US dollar for one address and the whole period. */
  @Column('bigint', { transformer: bigintColumn })
  usdMicros: bigint;
}
