import type { UpstreamProtocol } from '../../common/dialects/dialect';
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
import { bigintColumn } from '../../common/money/money.column';

/** Kinds that are sold by traffic, which is what providers sell through a gateway. */
export const NETWORK_KINDS = ['residential', 'mobile'] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];

export const UPSTREAM_PROTOCOLS = ['http', 'https', 'socks5'] as const satisfies UpstreamProtocol[];

/** What a provider counts as a gigabyte. */
export const GIGABYTE_SIZES = [1_000_000_000, 1_073_741_824] as const;

/** An account at a provider whose backconnect gateway our gateways dial through. */
@Entity('supply_network')
@Unique(['name'])
@Index(['providerId'], { where: 'provider_id IS NOT NULL' })
@Check('supply_network_kind_check', `kind IN ('residential', 'mobile')`)
@Check('supply_network_protocol_check', `protocol IN ('http', 'https', 'socks5')`)
@Check('supply_network_port_check', 'port BETWEEN 1 AND 65535')
@Check('supply_network_countries_check', 'cardinality(countries) > 0')
@Check('supply_network_cost_check', 'cost_usd_micros >= 0 AND bytes_per_gb > 0')
@Check(
  'supply_network_limits_check',
  'daily_budget_gb > 0 AND monthly_budget_gb > 0 AND concurrency_limit > 0',
)
@Check('supply_network_weight_check', 'weight BETWEEN 1 AND 1000')
export class SupplyNetwork {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  name: string;

  @Column('text')
  dialect: string;

  @Column('text')
  kind: NetworkKind;

  @Column('text')
  protocol: UpstreamProtocol;

  @Column('text')
  host: string;

  @Column('integer')
  port: number;

  @Column('text')
  username: string;

  /** Encrypted under `supply_network:<id>`. */
  @Column('text')
  passwordEncrypted: string;

  /** Null: the dialect's. */
  @Column('text', { nullable: true })
  usernameTemplate: string | null;

  @Column('text', { nullable: true })
  passwordTemplate: string | null;

  /** ISO codes in lower case; null is every country. */
  @Column('text', { array: true, nullable: true })
  countries: string[] | null;

  @Column('boolean')
  targetsRegion: boolean;

  @Column('boolean')
  targetsCity: boolean;

  @Column('boolean')
  targetsIsp: boolean;

  @Column('boolean', { default: false })
  targetsAsn: boolean;

  /** Millionths of a US dollar for a gigabyte of the provider. */
  @Column('bigint', { transformer: bigintColumn })
  costUsdMicros: bigint;

  @Column('integer')
  bytesPerGb: number;

  @Column('integer', { nullable: true })
  preciseCostPercent: number | null;

  @Column('integer', { nullable: true })
  dailyBudgetGb: number | null;

  @Column('integer', { nullable: true })
  monthlyBudgetGb: number | null;

  /** Connections at once, over all gateways. */
  @Column('integer', { nullable: true })
  concurrencyLimit: number | null;

  /** Staff are told when the balance at the provider falls below it. */
  @Column('bigint', { transformer: bigintColumn, nullable: true })
  minimumBalanceUsdMicros: bigint | null;

  /** The account whose balance and counts are its own. */
  @ForeignKey('SupplyProvider', { onDelete: 'SET NULL' })
  @Column('integer', { nullable: true })
  providerId: number | null;

  @Column('integer')
  weight: number;

  @Column('boolean')
  enabled: boolean;

  @Column('text', { nullable: true })
  note: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

/** A network whose provider refuses our account, as gateways report it; removed when a gateway gets through again. */
@Entity('supply_network_refusal')
export class SupplyNetworkRefusal {
  @ForeignKey('SupplyNetwork', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  networkId: number;

  /** Of the last refusal. */
  @Column('timestamptz', { default: () => 'now()' })
  refusedAt: Date;
}
