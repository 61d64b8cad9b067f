import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { AddressReplacementReason } from './address-replacement.types';

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
