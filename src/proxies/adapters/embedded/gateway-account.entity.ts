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
import { bigintColumn } from '../../../common/money/money.column';
import type { ExitKind } from '../../../catalog/catalog.types';
import type { Protocol } from '../../proxy.types';

/**
 * An account at the embedded gateway. `proxy.proxy_api_id` refers to `apiId`; the gateway reads the
 * account through the view `gateway_credential`.
 */
@Entity('gateway_account')
@Unique(['apiId'])
@Unique(['username'])
@Unique(['provisionKey', 'ordinal'])
@Index(['updatedAt'])
@Check('gateway_account_kind_check', `kind IN ('datacenter', 'residential', 'mobile')`)
@Check('gateway_account_status_check', `status IN ('active', 'suspended')`)
export class GatewayAccount {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  apiId: string;

  /** Idempotency key of the purchase attempt. */
  @Column('uuid')
  provisionKey: string;

  /** Position within its order, from 0. */
  @Column('integer', { default: 0 })
  ordinal: number;

  @Column('text')
  username: string;

  /** HMAC-SHA256 of the password, compared by the gateway. */
  @Column('bytea')
  passwordDigest: Buffer;

  /** Encrypted under `gateway_account:<apiId>`. */
  @Column('text')
  passwordEncrypted: string;

  @Column('text')
  kind: ExitKind;

  @Column('text')
  protocol: Protocol;

  @Column('char', { length: 2 })
  country: string;

  @Column('text', { nullable: true })
  region: string | null;

  @Column('text', { nullable: true })
  city: string | null;

  @Column('text', { nullable: true })
  isp: string | null;

  @Column('integer', { default: 0 })
  ttlMinutes: number;

  @Column('text')
  sessionId: string;

  @ForeignKey('ExitNode')
  @Column('integer', { nullable: true })
  exitNodeId: number | null;

  @Column('text', { nullable: true })
  exitAddress: string | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  limitBytes: bigint | null;

  @Column('text', { default: 'active' })
  status: 'active' | 'suspended';

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
