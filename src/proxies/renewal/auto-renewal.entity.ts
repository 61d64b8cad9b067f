import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  CreateDateColumn,
  Unique,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { Money } from '../../common/money/money';
import { moneyColumn } from '../../common/money/money.column';
import type { AutoRenewReason, AutoRenewalOutcome } from '../proxy.types';

/** Whether and with which package the owner has a proxy renewed before each end, and the attempts of this cycle. */
@Entity('proxy_auto_renewal')
@Index('proxy_auto_renewal_short_of_kobo_idx', ['proxyId'], {
  where: 'enabled AND short_of_kobo IS NOT NULL',
})
@Index(['memberId'], { where: 'member_id IS NOT NULL' })
@Check('proxy_auto_renewal_package_check', 'num_nonnulls(gigabytes, duration_minutes) = 1')
@Check('proxy_auto_renewal_failures_check', 'failures BETWEEN 0 AND 3')
@Check('proxy_auto_renewal_stopped_check', 'NOT enabled OR stopped_reason IS NULL')
export class AutoRenewal {
  @PrimaryColumn('integer')
  @ForeignKey('Proxy')
  proxyId: number;

  @Column('boolean')
  enabled: boolean;

  /** Traffic package of a residential or mobile proxy. */
  @Column('integer', { nullable: true })
  gigabytes: number | null;

  /** Period of a datacenter proxy. */
  @Column('integer', { nullable: true })
  durationMinutes: number | null;

  /** The end of the proxy that the attempts were for; with another end, the proxy has none yet. */
  @Column('timestamptz', { nullable: true })
  cycle: Date | null;

  /** Hours before the end of the last attempt: 24, 12 or 2. */
  @Column('smallint', { nullable: true })
  attemptedHours: number | null;

  /** Failed attempts of the cycle. */
  @Column('smallint', { default: 0 })
  failures: number;

  /** The price that the wallet was short of at the last attempt. */
  @Column('bigint', { name: 'short_of_kobo', nullable: true, transformer: moneyColumn })
  shortOf: Money | null;

  @Column('text', { nullable: true })
  stoppedReason: AutoRenewReason | null;

  /** The member of the owner's team who switched it on, within whose limits it is charged; null for the owner. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  memberId: number | null;

  /** While in the future, one worker makes an attempt. */
  @Column('timestamptz', { nullable: true })
  leasedUntil: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  enabledAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

/** The charge of one cycle, inserted with its order: the primary key admits one per end of a proxy. */
@Entity('auto_renewal_charge')
@Unique(['orderId'])
export class AutoRenewalCharge {
  @PrimaryColumn('integer')
  @ForeignKey('AutoRenewal')
  proxyId: number;

  /** The end of the proxy that it was to move. */
  @PrimaryColumn('timestamptz')
  cycle: Date;

  @ForeignKey('ProxyOrder')
  @Column('integer')
  orderId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** Outbox row for an outcome that its owner is to be mailed; the notification deletes it. */
@Entity('auto_renewal_notice')
@Check('auto_renewal_notice_outcome_check', `outcome IN ('renewed', 'failed', 'stopped')`)
export class AutoRenewalNotice {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('AutoRenewal')
  @Column('integer')
  proxyId: number;

  @Column('text')
  outcome: AutoRenewalOutcome;

  @Column('text', { nullable: true })
  reason: AutoRenewReason | null;

  /** Charged, or what the wallet was short of. */
  @Column('bigint', { name: 'price_kobo', nullable: true, transformer: moneyColumn })
  price: Money | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
