import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

/**
 * An address from which a proxy, or every proxy of an account, needs no password once the owner has proved it
 * (`AddressHolder`). Rows are never updated; a trigger notifies the gateways, which read them through the view
 * `gateway_allowed_address`.
 */
@Entity('allowed_address')
@Index('allowed_address_account_key', ['userId', 'address'], {
  unique: true,
  where: 'proxy_id IS NULL',
})
@Index('allowed_address_proxy_key', ['proxyId', 'address'], {
  unique: true,
  where: 'proxy_id IS NOT NULL',
})
@Index(['address'])
@Index(['userId'])
export class AllowedAddress {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  /** Null: every proxy of the account, also one that is bought later. */
  @ForeignKey('Proxy')
  @Column('integer', { nullable: true })
  proxyId: number | null;

  /** As `canonicalAddress` returns it. */
  @Column('text')
  address: string;

  /** The API key with which it was made; null with a session. */
  @ForeignKey('ApiKey')
  @Column('integer', { nullable: true })
  apiKeyId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
