import type { Paged } from '../../common/http/pagination.dto';
import type { ExitKind } from '../catalog.types';

/**
 * `in_service`: a gateway serves it, or did in the last two minutes, so that it is on sale; `not_served`: no gateway
 * has its addresses; `disabled`: staff have switched it off.
 */
export const EXIT_STATUSES = ['in_service', 'not_served', 'disabled'] as const;
export type ExitStatus = (typeof EXIT_STATUSES)[number];

/** Undefined fields match any. */
export interface ExitFilter {
  readonly kind?: ExitKind;
  /** ISO code in lower case. */
  readonly country?: string;
  readonly status?: ExitStatus;
  /** Id or region of gateways, or part of an address or of the name of a place. */
  readonly search?: string;
}

export interface ListedExit {
  readonly id: number;
  readonly kind: ExitKind;
  readonly country: string;
  readonly countryName: string;
  readonly regionName: string | null;
  readonly cityName: string | null;
  readonly ispName: string | null;
  readonly leave: 'local' | 'upstream';
  readonly localAddress: string | null;
  /** Scheme, host and port without credentials; null for local exits, and when it cannot be decrypted. */
  readonly upstream: string | null;
  readonly gatewayGroup: string | null;
  /** Relative share of the sessions of its place. */
  readonly weight: number;
  readonly enabled: boolean;
  readonly simulated: boolean;
  readonly status: ExitStatus;
  /** Since when the probes have it out of sale; null: they do not. */
  readonly downSince: Date | null;
  /** What the last probe said. */
  readonly downReason: string | null;
  /** Ids of the live gateways that serve its address or a dedicated one. */
  readonly gateways: readonly string[];
  readonly stock: ExitStock;
  readonly createdAt: Date;
}

/** Dedicated addresses of an exit. */
export interface ExitStock {
  readonly total: number;
  /** Those that belong to an order. */
  readonly sold: number;
  /** Those that no gateway serves. */
  readonly notServed: number;
}

/** Exits of the whole shop by their status. */
export type ExitCounts = Readonly<Record<ExitStatus, number>>;

export interface ExitListing {
  readonly exits: Paged<ListedExit>;
  readonly counts: ExitCounts;
}

/** What staff may change of an exit; undefined stays. */
export interface ExitChange {
  readonly enabled?: boolean;
  readonly weight?: number;
}

/** `live`; `draining`: it is being stopped; `silent`: four heartbeats in a row are missing. */
export const GATEWAY_STATUSES = ['live', 'draining', 'silent'] as const;
export type GatewayStatus = (typeof GATEWAY_STATUSES)[number];

/** A gateway that has reported in the last 30 days. */
export interface ListedGateway {
  readonly id: string;
  readonly region: string;
  /** Name of its machine. */
  readonly host: string;
  readonly publicHost: string;
  readonly httpPort: number;
  readonly socksPort: number;
  readonly httpsPort: number | null;
  readonly version: string;
  readonly status: GatewayStatus;
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
  /** Addresses of exits that its machine has. */
  readonly addresses: number;
  /** Enabled exits that it serves. */
  readonly exits: number;
}
