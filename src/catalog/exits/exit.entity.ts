import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ExitKind } from '../catalog.types';

/** An egress point of the gateway. The locations on sale are derived from the enabled ones. */
@Entity('exit_node')
@Index(['kind', 'country'], { where: 'enabled' })
@Check('exit_node_kind_check', `kind IN ('datacenter', 'residential', 'mobile')`)
@Check('exit_node_leave_check', `leave IN ('local', 'upstream')`)
@Check('exit_node_country_check', `country ~ '^[a-z]{2}$' AND country <> 'zz'`)
@Check(
  'exit_node_upstream_check',
  `CASE WHEN upstream_url_encrypted IS NULL THEN leave = 'local' OR kind = 'datacenter'
        ELSE leave = 'upstream' END`,
)
@Index(['country'], {
  unique: true,
  where: `leave = 'upstream' AND upstream_url_encrypted IS NULL`,
})
export class ExitNode {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  kind: ExitKind;

  /** ISO 3166-1 alpha-2, lower case. */
  @Column('char', { length: 2 })
  country: string;

  @Column('text', { nullable: true })
  regionCode: string | null;

  @Column('text', { nullable: true })
  regionName: string | null;

  @Column('text', { nullable: true })
  cityCode: string | null;

  @Column('text', { nullable: true })
  cityName: string | null;

  @Column('text', { nullable: true })
  ispCode: string | null;

  @Column('text', { nullable: true })
  ispName: string | null;

  /** `local` binds to an address of the gateway host, `upstream` connects through another proxy. */
  @Column('text')
  leave: 'local' | 'upstream';

  @Column('text', { nullable: true })
  localAddress: string | null;

  /**
   * http:// or socks5:// with credentials, encrypted under `exit_node:<id>`. Null for a datacenter whose units of stock
   * have upstreams of their own; there is one such exit per country.
   */
  @Column('text', { nullable: true })
  upstreamUrlEncrypted: string | null;

  @Column('integer', { default: 1 })
  weight: number;

  @Column('boolean', { default: true })
  enabled: boolean;

  /** Without it nothing new is sold on it, and what has been sold goes on. */
  @Column('boolean', { default: true })
  selling: boolean;

  /** Traffic leaves from this machine whatever the country says; the UI shows a note. */
  @Column('boolean', { default: false })
  simulated: boolean;

  /** Id or region of the gateways that serve it; null: any gateway that has the address. */
  @Column('text', { nullable: true })
  gatewayGroup: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/**
 * `in_service`: a gateway serves it, or did in the last two minutes, so that it is on sale; `not_served`: no gateway
 * has its addresses; `not_selling`: a gateway serves it, and staff let nothing new be sold on it; `disabled`: staff have switched it off.
 */
export const EXIT_STATUSES = ['in_service', 'not_selling', 'not_served', 'disabled'] as const;
export type ExitStatus = (typeof EXIT_STATUSES)[number];

/** Filters of the exits: a status, or `out_of_sale`, those not served because the tests fail. */
export const EXIT_FILTERS = [...EXIT_STATUSES, 'out_of_sale'] as const;
export type ExitFilter = (typeof EXIT_FILTERS)[number];

/** `live`; `draining`: it is being stopped; `silent`: four heartbeats in a row are missing. */
export const GATEWAY_STATUSES = ['live', 'draining', 'silent'] as const;
export type GatewayStatus = (typeof GATEWAY_STATUSES)[number];
