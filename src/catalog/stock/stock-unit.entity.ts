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
import type { Paged } from '../../common/http/pagination.dto';
import type { ProxyListFormat, StaticProtocol } from '../../common/proxy-list';

/** One dedicated datacenter address; free while `orderId` is null. */
@Entity('stock_unit')
@Unique(['address'])
@Index(['exitNodeId'])
@Index(['exitNodeId', 'id'], { where: 'order_id IS NULL' })
@Index(['orderId'])
@Index('stock_unit_provider_idx', ['providerId'])
@Check(
  'stock_unit_upstream_check',
  `num_nulls(upstream_protocol, upstream_port, upstream_url_encrypted) IN (0, 3)`,
)
@Check('stock_unit_protocol_check', `upstream_protocol IN ('http', 'socks5')`)
@Check('stock_unit_dead_check', `dead_at IS NULL OR (order_id IS NULL AND NOT enabled)`)
export class StockUnit {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('ExitNode')
  @Column('integer')
  exitNodeId: number;

  @Column('text')
  address: string;

  @ForeignKey('ProxyOrder')
  @Column('integer', { nullable: true })
  orderId: number | null;

  @Column('timestamptz', { nullable: true })
  reservedAt: Date | null;

  /** How the gateways reach a unit that was bought at a provider; null for an address of a gateway's machine. */
  @Column('text', { nullable: true })
  upstreamProtocol: 'http' | 'socks5' | null;

  @Column('integer', { nullable: true })
  upstreamPort: number | null;

  /** With the account at the provider, encrypted under `stock_unit:<id>`. */
  @Column('text', { nullable: true })
  upstreamUrlEncrypted: string | null;

  /** The account that it was bought through, when it was by the provider's API. */
  @ForeignKey('SupplyProvider')
  @Column('integer', { nullable: true })
  providerId: number | null;

  /** Its id there, which may change on renewal. */
  @Column('text', { nullable: true })
  upstreamRef: string | null;

  /** When the account's list last had it. */
  @Column('timestamptz', { nullable: true })
  listedAt: Date | null;

  /** When the provider takes it back; null when that is not known. */
  @Column('timestamptz', { nullable: true })
  upstreamExpiresAt: Date | null;

  /** A disabled unit is not sold; the proxy that has it keeps it. */
  @Column('boolean', { default: true })
  enabled: boolean;

  /** Withdrawn when it was replaced behind a proxy. */
  @Column('timestamptz', { nullable: true })
  deadAt: Date | null;

  @Column('text', { nullable: true })
  note: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/**
 * `free`: on sale; `sold`: a proxy has it; `expiring`: it is sold and ends within 7 days, or it ends too soon to be sold;
 * `dead`: withdrawn when it was replaced; `disabled`: staff have taken it off sale.
 */
export const UNIT_STATUSES = ['free', 'sold', 'expiring', 'dead', 'disabled'] as const;
export type UnitStatus = (typeof UNIT_STATUSES)[number];

/** Undefined fields match any. */
export interface UnitFilter {
  readonly status?: UnitStatus;
  /** ISO code in lower case. */
  readonly country?: string;
  /** Part of an address, of a note, or of the name of a country. */
  readonly search?: string;
}

/** A unit of stock that was bought at a provider, without its account there. */
export interface ListedUnit {
  readonly id: number;
  readonly country: string;
  readonly countryName: string;
  readonly address: string;
  readonly protocol: StaticProtocol;
  readonly port: number;
  readonly status: UnitStatus;
  readonly enabled: boolean;
  readonly upstreamExpiresAt: Date | null;
  readonly note: string | null;
  /** The account that it was bought through, when it was by the provider's API. */
  readonly provider: UnitProvider | null;
  /** The proxy in use that has it. */
  readonly proxy: UnitProxy | null;
  readonly createdAt: Date;
}

export interface UnitProvider {
  readonly id: number;
  readonly name: string;
  /** The unit's id there, which may change on renewal. */
  readonly ref: string;
}

/** An address that a provider lists for an account, with its credentials: never log it. */
export interface BoughtUnit {
  readonly country: string;
  readonly address: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly ref: string;
  readonly endsAt: Date | null;
}

export interface UnitProxy {
  readonly id: number;
  readonly userId: number;
  readonly customer: string;
  readonly expiresAt: Date;
}

export type UnitCounts = Readonly<Record<UnitStatus, number>>;

export interface CountryUnits extends UnitCounts {
  readonly country: string;
  readonly countryName: string;
}

export interface UnitListing {
  readonly units: Paged<ListedUnit>;
  readonly counts: UnitCounts;
  /** By name. */
  readonly countries: readonly CountryUnits[];
}

/** Undefined stays; null of `upstreamExpiresAt` is an end that is not known. */
export interface UnitChange {
  readonly enabled?: boolean;
  readonly upstreamExpiresAt?: Date | null;
  readonly note?: string | null;
}

export interface UnitImport {
  readonly text: string;
  readonly format: ProxyListFormat;
  /** For lines that do not say; ISO code in lower case. */
  readonly country?: string;
  readonly protocol?: StaticProtocol;
  readonly upstreamExpiresAt?: Date;
  readonly dryRun: boolean;
}

export const IMPORT_OUTCOMES = ['added', 'duplicate', 'malformed'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** What became of a line of an import; of a malformed one nothing but its number and the reason. */
export interface ImportedLine {
  readonly line: number;
  readonly outcome: ImportOutcome;
  readonly address: string | null;
  readonly port: number | null;
  readonly protocol: StaticProtocol | null;
  readonly country: string | null;
  readonly reason: string | null;
}

export interface ImportResult {
  readonly isDryRun: boolean;
  /** In the order of the text. */
  readonly lines: readonly ImportedLine[];
  /** What was, or would be, added by country. */
  readonly countries: readonly { country: string; countryName: string; added: number }[];
}
