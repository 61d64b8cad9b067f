import type { Attention } from '../attention';
import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const ALERT_KINDS = [
  'payment_review',
  'payment_stuck',
  'notice_parked',
  'payment_difference',
  'payment_dispute',
  'refund_failed',
  'closed_account_paid',
  'reconciliation_stuck',
  'payout_difference',
  'payout_import_stuck',
  'approval_waiting',
  'mail_stuck',
  'audit_chain_behind',
  'network_refused',
  'supply_down',
  'supply_budget',
  'supply_difference',
  'supply_balance',
  'stock_expiring',
  'worker_silent',
  'books_broken',
  'history_broken',
  'job_failed',
] as const;
/** What is wrong. Stored: never rename one. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The filter of the transactions that shows what an alert is about. */
export const ATTENTION_BY_ALERT: Readonly<Partial<Record<AlertKind, Attention>>> = {
  payment_review: 'needs_decision',
  payment_stuck: 'stuck',
  payment_difference: 'difference',
  payment_dispute: 'dispute',
  refund_failed: 'refund_failed',
  closed_account_paid: 'paid_after_closing',
};

export const ALERT_SEVERITIES = ['warning', 'critical'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export interface AlertCondition {
  readonly kind: AlertKind;
  /** Names the condition: while an alert of this key is open, no second one is. */
  readonly key: string;
  readonly severity: AlertSeverity;
  readonly message: string;
}

/** What an alert of stuck payments is about that has no transactions. */
export const NOTICES = 'notices';

/** Kinds whose keys go on with the id of a network, or `provider:` and that of a provider account. */
const ABOUT_SUPPLY = /^(?:network_refused|supply_[a-z]+):(?:(provider):)?(\d+)/;

/** The network or the provider account that an alert is about. */
export function toSupplyIds(key: string): Record<'network_id' | 'provider_id', number | null> {
  const [, provider, text] = ABOUT_SUPPLY.exec(key) ?? [];
  const id = text === undefined ? null : Number(text);
  return provider ? { network_id: null, provider_id: id } : { network_id: id, provider_id: null };
}

/** Begins the keys of alerts about failed jobs, before the name of the jobs. */
export const FAILED_JOB_KEY = 'job_failed:';

/** An alert condition that began; open until the condition ends. */
@Entity('alert')
@Index(['key'], { unique: true, where: 'closed_at IS NULL' })
@Check('alert_severity_check', `severity IN ('warning', 'critical')`)
export class AlertRecord {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  kind: AlertKind;

  @Column('text')
  key: string;

  @Column('text')
  severity: AlertSeverity;

  @Column('text')
  message: string;

  @CreateDateColumn({ type: 'timestamptz' })
  openedAt: Date;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;
}
