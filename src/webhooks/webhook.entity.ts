import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { WebhookEventType } from './webhooks.types';

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
