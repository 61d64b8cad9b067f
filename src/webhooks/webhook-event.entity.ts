import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

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
