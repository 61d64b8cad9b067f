import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { TrafficCounter } from './providers.types';

/** The running count of an account's traffic at an instant. */
@Entity('supply_provider_reading')
@Check('supply_provider_reading_counter_check', `counter IN ('used_bytes', 'used_gb', 'left_gb')`)
@Check('supply_provider_reading_amount_check', 'amount >= 0')
export class SupplyProviderReading {
  @PrimaryColumn('integer')
  providerId: number;

  @PrimaryColumn('timestamptz')
  readAt: Date;

  @Column('text')
  counter: TrafficCounter;

  /** Bytes or gigabytes of the provider, as `counter` says. */
  @Column('double precision')
  amount: number;
}
