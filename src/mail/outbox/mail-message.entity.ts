import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export type MailStatus = 'queued' | 'sent' | 'failed';

/** Outbox row: written in the transaction that causes the mail, sent by a job or by the sweeper. */
@Entity('mail_message')
@Index(['nextAttemptAt'], { where: `status = 'queued'` })
@Index(['createdAt'])
@Index('mail_message_failed_idx', ['createdAt'], { where: `status = 'failed'` })
@Index(['recipient', 'id'])
@Check('mail_message_status_check', `status IN ('queued', 'sent', 'failed')`)
export class MailMessage {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  recipient: string;

  @Column('text')
  subject: string;

  /** Reply address; null: the sender. */
  @Column('text', { nullable: true })
  replyTo: string | null;

  /** Encrypted {text, html}; deleted after sending except in the sandbox, which has an inbox. */
  @Column('text', { nullable: true })
  body: string | null;

  /** Encrypted MailContent, to send it again; null for a mail with a code or link that works once. */
  @Column('text', { nullable: true })
  content: string | null;

  @Column('text', { default: 'queued' })
  status: MailStatus;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;
}
