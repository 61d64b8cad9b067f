import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { TrafficCounter } from './providers.types';

/** The running count of an account's traffic at an instant. */
@Entity('supply_provider_reading')
@Check('supply_provider_reading_counter_check', `counter IN ('used_bytes', 'used_gb', 'left_gb')`)
@Check('supply_provider_reading_amount_check', 'amount >= 0')
export class SupplyProviderReading {
  @ForeignKey('SupplyProvider', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  providerId: number;

  @PrimaryColumn('timestamptz', { default: () => 'now()' })
  readAt: Date;

  @Column('text')
  counter: TrafficCounter;

  /** Bytes, or millionths of a gigabyte of the provider, as `counter` says. */
  @Column('bigint', { transformer: bigintColumn })
  amount: bigint;
}
