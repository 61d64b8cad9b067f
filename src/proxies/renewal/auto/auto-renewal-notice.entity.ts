import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { bigintColumn } from '../../../common/money/money.column';
import type { AutoRenewalOutcome, AutoRenewReason } from '../../proxy.types';

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
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  priceKobo: bigint | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
