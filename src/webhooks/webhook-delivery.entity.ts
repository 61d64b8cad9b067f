import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { WebhookDeliveryStatus } from './webhooks.types';

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
