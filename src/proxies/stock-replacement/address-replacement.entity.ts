import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

/** `dead`: it does not connect; `blocked`: a website refuses it. */
export const ADDRESS_REPLACEMENT_REASONS = ['dead', 'blocked', 'slow'] as const;
export type AddressReplacementReason = (typeof ADDRESS_REPLACEMENT_REASONS)[number];

/** Of the text that a customer adds to the reason. */
export const MAX_DETAILS = 200;

/** Replacements by the owner of one proxy within 30 days. */
export const MAX_REPLACEMENTS = 2;

/** An address of a datacenter proxy that its owner replaced. */
@Entity('address_replacement')
@Index(['proxyId', 'createdAt'])
@Index(['userId', 'id'])
@Check('address_replacement_reason_check', `reason IN ('dead', 'blocked', 'slow')`)
@Check('address_replacement_details_check', `char_length(details) <= 200`)
export class AddressReplacement {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Proxy')
  @Column('integer')
  proxyId: number;

  /** The owner of the proxy. */
  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text')
  oldAddress: string;

  @Column('text')
  newAddress: string;

  @Column('text')
  reason: AddressReplacementReason;

  /** Of the customer, at most 200 characters; null once the account is closed. */
  @Column('text', { nullable: true })
  details: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
