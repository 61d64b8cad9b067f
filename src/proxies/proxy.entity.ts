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
import type { PlaceReach } from '../common/gateway/place-reach';
import { bigintColumn } from '../common/money/money.column';
import type { ConfigRequest } from './configuration/config-request';
import type { Protocol, ProxyStatus, ProxyType } from './proxy.types';

/** A proxy of a customer, as delivered by the provider. */
@Entity('proxy')
@Unique(['uuid'])
@Unique(['provider', 'proxyApiId'])
@Index(['userId', 'createdAt', 'id'])
@Index(['createdAt', 'id'])
@Index(['orderId'])
@Index(['expiresAt'], { where: `status <> 'expired'` })
@Index('proxy_expiry_notice_idx', { synchronize: false })
@Index(['username'])
@Index(['country'])
@Index(['providerDueAt'], { where: 'provider_due_at IS NOT NULL' })
@Index('proxy_suspended_by_staff_idx', ['id'], {
  where: `suspended_by_staff AND status = 'suspended'`,
})
@Index('proxy_search_idx', { synchronize: false })
@Check('proxy_type_check', `type IN ('individual_ipv4', 'residential_ipv4', 'mobile_ipv4')`)
@Check('proxy_status_check', `status IN ('active', 'expired', 'suspended')`)
@Check('proxy_protocol_check', `protocol IN ('http', 'socks5')`)
@Check('proxy_suspended_by_staff_check', `status <> 'active' OR NOT suspended_by_staff`)
@Check('proxy_suspended_by_owner_check', `status <> 'active' OR NOT suspended_by_owner`)
@Check('proxy_labels_check', `char_length(note) <= 500 AND cardinality(tags) <= 10`)
export class Proxy {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('uuid')
  uuid: string;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @ForeignKey('ProxyOrder')
  @Column('integer')
  orderId: number;

  @Column('text')
  provider: string;

  /** Id at the provider; `proxy_id` of the update endpoints. */
  @Column('text')
  proxyApiId: string;

  @Column('text')
  type: ProxyType;

  @Column('text', { default: 'active' })
  status: ProxyStatus;

  @Column('text')
  protocol: Protocol;

  @Column('text')
  host: string;

  /** Port for HTTP. */
  @Column('integer')
  port: number;

  @Column('integer')
  portSocks5: number;

  @Column('text')
  username: string;

  /** Encrypted under `proxy:<uuid>`. */
  @Column('text')
  passwordEncrypted: string;

  /** ISO code or `zz`. */
  @Column('char', { length: 2 })
  country: string;

  @Column('text', { nullable: true })
  region: string | null;

  @Column('text', { nullable: true })
  city: string | null;

  @Column('text', { nullable: true })
  isp: string | null;

  /** Where its traffic may leave, as its orders say; null: everywhere, as it was sold before. */
  @Column('jsonb', { nullable: true })
  reach: PlaceReach | null;

  /** Dedicated address of a datacenter proxy. */
  @Column('text', { nullable: true })
  ip: string | null;

  @Column('integer', { nullable: true })
  ttlMinutes: number | null;

  @Column('text', { nullable: true })
  sessionId: string | null;

  /** Bytes bought; null when not limited by traffic. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  limitBytes: bigint | null;

  /** Bytes used at the last usage sync. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  usedBytes: bigint;

  @Column('timestamptz', { nullable: true })
  usageSyncedAt: Date | null;

  /** Kobo paid for it. */
  @Column('bigint', { transformer: bigintColumn })
  priceKobo: bigint;

  @Column('timestamptz')
  expiresAt: Date;

  /** Suspended by staff; proxies suspended by neither staff nor owner are suspended with their account. */
  @Column('boolean', { default: false })
  suspendedByStaff: boolean;

  /** Suspended by its owner, who alone can lift that. */
  @Column('boolean', { default: false })
  suspendedByOwner: boolean;

  /** Of its owner, at most 500 characters. */
  @Column('text', { nullable: true })
  note: string | null;

  /** Of its owner, at most 10. */
  @Column('text', { array: true, default: '{}' })
  tags: string[];

  /** When the refund of its order, or of the unused part, took it out of service for good. */
  @Column('timestamptz', { nullable: true })
  refundedAt: Date | null;

  /** A credentials reissue is pending. */
  @Column('boolean', { default: false })
  credentialsDue: boolean;

  /** The latest configuration that was requested, until the provider has applied it. */
  @Column('jsonb', { nullable: true })
  configRequest: ConfigRequest | null;

  /** Number of configurations that were requested. */
  @Column('integer', { default: 0 })
  configVersion: number;

  /** Number of the request that was applied last. */
  @Column('integer', { default: 0 })
  configApplied: number;

  /** Whether the list of open connections names their targets to the owner. */
  @Column('boolean', { default: false })
  showTargets: boolean;

  /** When a sync with the provider is due; in the future while a worker has the lease. */
  @Column('timestamptz', { nullable: true })
  providerDueAt: Date | null;

  /** Last expiry notice in hours before the end: 0 (none), 72 or 24. */
  @Column('smallint', { default: 0 })
  expiryWarned: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
