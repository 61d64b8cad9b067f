import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';

/** `open` waits for staff, `waiting` for the customer. Persisted and public: never rename one. */
export const TICKET_STATUSES = ['open', 'waiting', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Of a message. A `note` is read by staff only. */
export type MessageKind = 'customer' | 'staff' | 'note';

/** Tickets of one account that are not closed. */
export const MAX_OPEN_TICKETS = 20;

/** A conversation of an account with the staff. Deleted with its account. */
@Entity('ticket')
@Index(['userId', 'updatedAt'])
@Index(['status', 'updatedAt'])
@Index(['createdAt', 'id'])
@Index('ticket_search_idx', { synchronize: false })
@Check('ticket_status_check', `status IN ('open', 'waiting', 'closed')`)
export class Ticket {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** The account that it concerns. */
  @ForeignKey('User')
  @Column('integer')
  userId: number;

  /** Who wrote it: the owner of the account, or a member of the team. Answers are mailed to this person. */
  @ForeignKey('User')
  @Column('integer')
  openedBy: number;

  @Column('text')
  subject: string;

  @Column('text', { default: 'open' })
  status: TicketStatus;

  @ForeignKey('User')
  @Column('integer', { nullable: true })
  assigneeId: number | null;

  @Column('text', { array: true, default: '{}' })
  tags: string[];

  @ForeignKey('Proxy')
  @Column('integer', { nullable: true })
  proxyId: number | null;

  @ForeignKey('ProxyOrder')
  @Column('integer', { nullable: true })
  orderId: number | null;

  /** Of a payment or a transaction. */
  @Column('text', { nullable: true })
  reference: string | null;

  /** The last message that the customer, and that any member of staff has seen. */
  @Column('integer', { default: 0 })
  customerReadId: number;

  @Column('integer', { default: 0 })
  staffReadId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Of the last message that the customer can read. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;

  @Column('timestamptz', { nullable: true })
  firstResponseAt: Date | null;
}

@Entity('ticket_message')
@Index(['ticketId', 'id'])
@Index('ticket_message_due_idx', ['id'], { where: 'is_due' })
@Index('ticket_message_mail_idx', ['ticketId', 'mailId'], {
  unique: true,
  where: 'mail_id IS NOT NULL',
})
@Check('ticket_message_kind_check', `kind IN ('customer', 'staff', 'note')`)
export class TicketMessage {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Ticket', { onDelete: 'CASCADE' })
  @Column('integer')
  ticketId: number;

  @ForeignKey('User')
  @Column('integer')
  authorId: number;

  @Column('text')
  kind: MessageKind;

  @Column('text')
  body: string;

  /** Message-ID of the mail that it came by. */
  @Column('text', { nullable: true })
  mailId: string | null;

  /** An answer of which the customer is still to be notified. */
  @Column('boolean', { default: false })
  isDue: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** Files of one message. */
export const MAX_ATTACHMENTS = 5;

@Entity('ticket_attachment')
@Index(['messageId'])
@Index('ticket_attachment_pending_idx', ['uploadedBy'], { where: 'message_id IS NULL' })
@Check(
  'ticket_attachment_size_check',
  'size BETWEEN 1 AND 5242880 AND size = octet_length(content)',
)
export class TicketAttachment {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** Null until its author sends the message. */
  @ForeignKey('TicketMessage', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  messageId: number | null;

  @ForeignKey('User')
  @Column('integer')
  uploadedBy: number;

  @Column('text')
  name: string;

  @Column('text')
  type: string;

  @Column('integer')
  size: number;

  @Column('bytea')
  content: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** A text that staff insert into answers. */
@Entity('canned_reply')
@Unique(['title'])
export class CannedReply {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('citext')
  title: string;

  /** Markdown. */
  @Column('text')
  body: string;

  @ForeignKey('User')
  @Column('integer')
  updatedBy: number;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
