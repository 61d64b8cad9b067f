import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Check,
  Unique,
} from 'typeorm';

/** Events that a webhook can be called about. Persisted and public: never rename one. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.delivered',
  'order.refunded',
  'payment.credited',
  'proxy.expiring',
  'proxy.expired',
  'proxy.traffic_low',
  'renewal.succeeded',
  'renewal.failed',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Sent on request only. */
export const TEST_EVENT = 'webhook.test';

export const MAX_WEBHOOKS = 10;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An address of a customer that is called about events. */
@Entity('webhook')
@Index(['userId'])
export class Webhook {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: WebhookEventType[];

  @Column('text')
  secretEncrypted: string;

  /** Also signs until the moment below, after a rotation. */
  @Column('text', { nullable: true })
  previousSecretEncrypted: string | null;

  @Column('timestamptz', { nullable: true })
  previousSecretUntil: Date | null;

  @Column('boolean', { default: true })
  enabled: boolean;

  /** Deliveries in a row that were given up. */
  @Column('integer', { default: 0 })
  failures: number;

  /** Given when it was disabled for its failures. */
  @Column('text', { nullable: true })
  disabledReason: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** Something that happened, as it is told to webhooks. Written by triggers of the tables it happens in. */
@Entity('webhook_event')
@Index(['createdAt'])
@Index(['userId'])
export class WebhookEvent {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text')
  type: string;

  @Column('jsonb')
  data: Record<string, unknown>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** The outbox: an event that a webhook is to get, with the outcome of the attempts. */
@Entity('webhook_delivery')
@Unique(['webhookId', 'eventId'])
@Index(['nextAttemptAt'], { where: "status = 'pending'" })
@Index(['eventId'])
@Check('webhook_delivery_status_check', `status IN ('pending', 'delivered', 'failed')`)
export class WebhookDelivery {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Webhook', { onDelete: 'CASCADE' })
  @Column('integer')
  webhookId: number;

  @ForeignKey('WebhookEvent', { onDelete: 'CASCADE' })
  @Column('uuid')
  eventId: string;

  @Column('text', { default: 'pending' })
  status: WebhookDeliveryStatus;

  @Column('integer', { default: 0 })
  attempts: number;

  /** During an attempt the end of its lease. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('integer', { nullable: true })
  responseStatus: number | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz', { nullable: true })
  lastAttemptAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
