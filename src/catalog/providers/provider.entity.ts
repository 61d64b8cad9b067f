import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  ForeignKey,
  PrimaryColumn,
} from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import { PLACE_LEVELS, type PlaceLevel } from '../../common/dialects/upstream-network';

/** Providers whose management APIs are known. */
export const PROVIDER_KINDS = [
  'proxy_seller',
  'webshare',
  'dataimpulse',
  'evomi',
  'iproyal',
  'oxylabs',
] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export interface ProviderKindRules {
  readonly name: string;
  /** Of its API, without a slash at the end. */
  readonly baseUrl: string;
  /** What staff enter as the key. */
  readonly keyLabel: string;
  /** Whether addresses can be bought and prolonged. */
  readonly buys: boolean;
  /** Whether its addresses can be listed and replaced. */
  readonly lists: boolean;
  /** Of which places its API has lists. */
  readonly places: readonly PlaceLevel[];
}

export const PROVIDER_RULES: Readonly<Record<ProviderKind, ProviderKindRules>> = {
  proxy_seller: {
    name: 'Proxy-Seller',
    baseUrl: 'https://proxy-seller.com/personal/api/v2',
    keyLabel: 'API key',
    ...{ buys: true, lists: true, places: [] },
  },
  webshare: {
    name: 'Webshare',
    baseUrl: 'https://proxy.webshare.io',
    keyLabel: 'API key',
    ...{ buys: false, lists: true, places: [] },
  },
  dataimpulse: {
    name: 'DataImpulse',
    baseUrl: 'https://api.dataimpulse.com/reseller',
    keyLabel: 'Login and password of the API, with a colon between them',
    ...{ buys: false, lists: false, places: ['country'] },
  },
  evomi: {
    name: 'Evomi',
    baseUrl: 'https://reseller.evomi.com/v2',
    keyLabel: 'Reseller API key',
    ...{ buys: false, lists: false, places: PLACE_LEVELS },
  },
  iproyal: {
    name: 'IPRoyal',
    baseUrl: 'https://resi-api.iproyal.com/v1',
    keyLabel: 'API token',
    ...{ buys: false, lists: false, places: PLACE_LEVELS },
  },
  oxylabs: {
    name: 'Oxylabs',
    baseUrl: 'https://residential-api.oxylabs.io/v2',
    keyLabel: 'User name and password of the API, with a colon between them',
    ...{ buys: false, lists: false, places: [] },
  },
};

/** An account at a provider whose management API the shop uses. */
@Entity('supply_provider')
@Unique(['name'])
@Check(
  'supply_provider_kind_check',
  `kind IN ('proxy_seller', 'webshare', 'dataimpulse', 'evomi', 'iproyal', 'oxylabs')`,
)
@Check('supply_provider_budget_check', 'monthly_budget_micros > 0')
@Check('supply_provider_daily_check', 'daily_automatic_micros > 0')
@Check(
  'supply_provider_automatic_check',
  'NOT buys_automatically OR monthly_budget_micros IS NOT NULL',
)
export class SupplyProvider {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  name: string;

  @Column('text')
  kind: ProviderKind;

  @Column('text')
  baseUrl: string;

  /** Encrypted under `supply_provider:<id>`. */
  @Column('text')
  apiKeyEncrypted: string;

  @Column('boolean')
  enabled: boolean;

  /** Millionths of a US dollar a calendar month in UTC; null is no limit. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  monthlyBudgetMicros: bigint | null;

  @Column('boolean')
  buysAutomatically: boolean;

  /** Millionths of a US dollar that automatic purchases of a day in UTC may cost; null is no limit. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  dailyAutomaticMicros: bigint | null;

  /** Id of the period that automatic purchases are for, as the provider names it. */
  @Column('text')
  automaticPeriod: string;

  /** ISO code in lower case → free units to keep. */
  @Column('jsonb')
  minimumStock: Record<string, number>;

  @Column('text', { nullable: true })
  note: string | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  balanceMicros: bigint | null;

  /** Paid traffic that is left, in millionths of a gigabyte of the provider. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  leftMicroGb: bigint | null;

  /** When balance and traffic were read. */
  @Column('timestamptz', { nullable: true })
  balanceAt: Date | null;

  /** Why the last job for it failed; never with the key. */
  @Column('text', { nullable: true })
  lastError: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

/** How a provider counts the traffic of an account; gigabytes are those of its bills. */
export type TrafficCounter = 'used_bytes' | 'used_gb' | 'left_gb';

/** Gigabytes are stored in millionths. */
export const scaleOfCounter = (counter: TrafficCounter): number =>
  counter === 'used_bytes' ? 1 : 1_000_000;

/** The running count of an account's traffic at an instant. */
@Entity('supply_provider_reading')
@Check('supply_provider_reading_counter_check', `counter IN ('used_bytes', 'used_gb', 'left_gb')`)
@Check('supply_provider_reading_amount_check', 'amount >= 0')
export class SupplyProviderReading {
  @ForeignKey('SupplyProvider', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  providerId: number;

  @PrimaryColumn('timestamptz', { default: () => 'now()' })
  readAt: Date;

  @Column('text')
  counter: TrafficCounter;

  /** Bytes, or millionths of a gigabyte of the provider, as `counter` says. */
  @Column('bigint', { transformer: bigintColumn })
  amount: bigint;
}
