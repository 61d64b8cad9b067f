import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { Money } from '../../common/money/money';
import { bigintColumn, moneyColumn } from '../../common/money/money.column';
import type { AutoTrafficReason } from '../proxy.types';

/** When and how much traffic the owner has bought for a pool proxy automatically. Deleted when the owner switches it off. */
@Entity('proxy_auto_traffic')
@Index(['memberId'], { where: 'member_id IS NOT NULL' })
@Check(
  'proxy_auto_traffic_amount_check',
  'below_gigabytes > 0 AND gigabytes >= below_gigabytes AND monthly_limit_kobo > 0',
)
export class AutoTraffic {
  @PrimaryColumn('integer')
  @ForeignKey('Proxy')
  proxyId: number;

  /** Bought when less is left. */
  @Column('integer')
  belowGigabytes: number;

  /** The traffic package. */
  @Column('integer')
  gigabytes: number;

  /** What it may spend in a calendar month of Lagos. */
  @Column('bigint', { name: 'monthly_limit_kobo', transformer: moneyColumn })
  monthlyLimit: Money;

  /** The member of the owner's team who switched it on, within whose limits it is charged; null for the owner. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  memberId: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  enabledAt: Date;

  /** Why the platform switched it off. */
  @Column('text', { nullable: true })
  stoppedReason: AutoTrafficReason | null;

  /** The traffic limit at which the last purchase was refused; with another limit none was. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  failedLimitBytes: bigint | null;

  @Column('text', { nullable: true })
  failedReason: AutoTrafficReason | null;

  @Column('timestamptz', { nullable: true })
  failedAt: Date | null;

  /** While in the future, one worker makes the purchase. */
  @Column('timestamptz', { nullable: true })
  leasedUntil: Date | null;
}

/** An automatic purchase of traffic, inserted with its order, whose idempotency key names the limit that it raises. */
@Entity('auto_traffic_charge')
@Index(['proxyId'])
export class AutoTrafficCharge {
  @PrimaryColumn('integer')
  @ForeignKey('ProxyOrder')
  orderId: number;

  @ForeignKey('Proxy')
  @Column('integer')
  proxyId: number;
}

/** Outbox row for a refusal that its owner is to be mailed; the notification deletes it. */
@Entity('auto_traffic_notice')
export class AutoTrafficNotice {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Proxy')
  @Column('integer')
  proxyId: number;

  /** Whether it is tried again. */
  @Column('boolean')
  isStopped: boolean;

  @Column('text')
  reason: AutoTrafficReason;

  @Column('integer')
  gigabytes: number;

  @Column('bigint', { name: 'price_kobo', nullable: true, transformer: moneyColumn })
  price: Money | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
