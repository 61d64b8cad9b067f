import type { ListedExit, ListedGateway } from '../exits/exits.types';
import type { ExitKind } from '../catalog.types';
import type { Paged } from '../../common/http/pagination.dto';

/**
 * `healthy`; `degraded`: on sale although the last probes failed, or it leaves in another country than is sold, or a part
 * of a network is down; `down`: out of sale after three failures in a row; `unknown`: not probed yet, or simulated;
 * `disabled`: staff have switched it off.
 */
export const HEALTH_STATES = ['healthy', 'degraded', 'down', 'unknown', 'disabled'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** What is probed: a network in a country, or an exit. */
export interface ProbeTarget {
  /** Of `supply_health`. */
  readonly id: number;
  readonly networkId: number | null;
  readonly exitNodeId: number | null;
  readonly country: string;
}

/** Of the last conclusive probe, but for the error, which is of the last one. */
export interface PlaceHealth {
  readonly country: string;
  readonly countryName: string | null;
  readonly state: HealthState;
  readonly misses: number;
  readonly downSince: Date | null;
  readonly probedAt: Date | null;
  readonly latencyMs: number | null;
  readonly exitIp: string | null;
  readonly countryFound: string | null;
  readonly error: string | null;
}

export interface NetworkHealth {
  readonly id: number;
  readonly name: string;
  readonly kind: ExitKind;
  readonly dialect: string;
  readonly weight: number;
  readonly state: HealthState;
  readonly places: readonly PlaceHealth[];
}

export interface ExitHealth {
  readonly exit: ListedExit;
  readonly health: PlaceHealth;
}

/** Undefined fields match any. */
export interface HealthFilter {
  readonly kind?: ExitKind;
  readonly state?: HealthState;
}

export interface SupplyHealthReport {
  readonly networks: readonly NetworkHealth[];
  /** Those that match, the worst first. */
  readonly exits: Paged<ExitHealth>;
  /** Exits of the whole shop. */
  readonly exitCounts: Readonly<Record<HealthState, number>>;
  readonly gateways: readonly ListedGateway[];
}
