import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/**
 * Somebody who may use a proxy with a password and limits of their own. A trigger notifies the gateways, which read the
 * view `gateway_sub_user_state` and count in `gateway_sub_user_day`.
 */
@Entity('gateway_sub_user')
@Unique(['proxyId', 'name'])
@Check('gateway_sub_user_name_check', `name ~ '^[a-z0-9_]{1,20}$'`)
@Check('gateway_sub_user_limits_check', `daily_limit_bytes > 0 AND monthly_limit_bytes > 0`)
export class SubUser {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('integer')
  @ForeignKey('Proxy')
  proxyId: number;

  /** Part of what the password is encrypted under: the proxy, or its account when it had one of another id. */
  @Column('integer')
  contextId: number;

  @Column('text')
  name: string;

  /** HMAC-SHA256 of the password, compared by the gateway. */
  @Column('bytea')
  passwordDigest: Buffer;

  /** Encrypted under `gateway_sub_user:<contextId>:<name>`. */
  @Column('text')
  passwordEncrypted: string;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  dailyLimitBytes: bigint | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  monthlyLimitBytes: bigint | null;

  @Column('boolean', { default: false })
  suspended: boolean;

  /** The API key with which it was made; null with a session. */
  @ForeignKey('ApiKey')
  @Column('integer', { nullable: true })
  apiKeyId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** Of one proxy. */
export const MAX_SUB_USERS = 50;
/** Of a name, in characters; the gateway and the table have the same limit. */
export const MAX_SUB_USER_NAME = 20;
export const MAX_LIMIT_GB = 100_000;
