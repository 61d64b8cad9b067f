import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { PoolKind } from '../catalog.types';

/** Price of a traffic package of one pool kind. */
@Entity('traffic_price')
@Unique(['kind', 'gigabytes'])
@Check('traffic_price_amount_check', 'usd_micros > 0 AND gigabytes > 0 AND validity_days > 0')
export class TrafficPrice {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  kind: PoolKind;

  @Column('integer')
  gigabytes: number;

  /** Millionths of a US dollar for the whole package. */
  @Column('bigint', { transformer: bigintColumn })
  usdMicros: bigint;

  /** Days the traffic may be used. */
  @Column('integer', { default: 30 })
  validityDays: number;
}
