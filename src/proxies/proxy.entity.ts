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
  PrimaryColumn,
} from 'typeorm';
import type { PlaceReach } from '../common/gateway/place-reach';
import type { Money } from '../common/money/money';
import { bigintColumn, moneyColumn } from '../common/money/money.column';
import type { Protocol, ProxyStatus, ProxyType } from './proxy.types';

/** A proxy of a customer. The gateways read what they serve of it through the view `gateway_credential`. */
@Entity('proxy')
@Unique(['uuid'])
@Unique(['proxyApiId'])
@Unique(['username'])
@Index(['userId', 'createdAt', 'id'])
@Index(['createdAt', 'id'])
@Index('proxy_price_kobo_id_idx', ['price', 'id'])
@Index(['orderId'])
@Index(['expiresAt'], { where: `status <> 'expired'` })
@Index('proxy_expiry_notice_idx', { synchronize: false })
@Index(['country'])
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

  /** Public id; `proxy_id` of the update endpoints. */
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

  /** HMAC-SHA256 of the password under the key `proxy-credential`, which the gateways compare. */
  @Column('bytea')
  passwordDigest: Buffer;

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

  /** The exit of that address. */
  @ForeignKey('ExitNode')
  @Column('integer', { nullable: true })
  exitNodeId: number | null;

  @Column('integer', { nullable: true })
  ttlMinutes: number | null;

  @Column('text')
  sessionId: string;

  /** Bytes bought; null when not limited by traffic. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  limitBytes: bigint | null;

  /** Bytes in both directions, as rolled up from the meters of the gateways. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  usedBytes: bigint;

  @Column('timestamptz', { nullable: true })
  usageSyncedAt: Date | null;

  /** Paid for it. */
  @Column('bigint', { name: 'price_kobo', transformer: moneyColumn })
  price: Money;

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

  /** Whether the list of open connections names their targets to the owner. */
  @Column('boolean', { default: false })
  showTargets: boolean;

  /** Last expiry notice in hours before the end: 0 (none), 72 or 24. */
  @Column('smallint', { default: 0 })
  expiryWarned: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

/** A suspended account: none of its proxies is active while this row exists. */
@Entity('account_suspension')
export class AccountSuspension {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** How often a session was rotated by request. The gateway computes the exit from the number; no row is 0. */
@Entity('gateway_rotation')
export class GatewayRotation {
  @ForeignKey('Proxy', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  proxyId: number;

  @PrimaryColumn('text')
  session: string;

  @Column('integer')
  rotations: number;

  @Column('timestamptz')
  rotatedAt: Date;
}
