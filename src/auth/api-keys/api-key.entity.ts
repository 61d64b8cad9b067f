import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { Money } from '../../common/money/money';
import { moneyColumn } from '../../common/money/money.column';
import type { ApiKeyScope } from '../../common/security/actor';

/** Keys of one customer that have neither been removed nor expired. */
export const MAX_API_KEYS = 20;
export const MAX_KEY_ADDRESSES = 20;

/** A key with which programs of a customer call the API. Only its hash is stored. */
@Entity('api_key')
@Unique(['keyHash'])
@Index(['userId'], { where: 'removed_at IS NULL' })
@Check('api_key_daily_limit_check', 'daily_limit_kobo > 0')
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text')
  name: string;

  /** The visible beginning of the key. */
  @Column('text')
  prefix: string;

  /** SHA-256; the key has 256 random bits, so that no slow hash is needed. */
  @Column('bytea')
  keyHash: Buffer;

  @Column('text', { array: true })
  scopes: ApiKeyScope[];

  /** Addresses and CIDR ranges; empty allows every address. */
  @Column('text', { array: true })
  allowedAddresses: string[];

  /** What may be spent with it in a day of the shop's zone; null without a cap. */
  @Column('bigint', { name: 'daily_limit_kobo', transformer: moneyColumn, nullable: true })
  dailyLimit: Money | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** To the minute. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  removedAt: Date | null;
}

/** What a customer enters for a new key. */
export type NewApiKey = Pick<
  ApiKey,
  'name' | 'scopes' | 'allowedAddresses' | 'expiresAt' | 'dailyLimit'
>;
