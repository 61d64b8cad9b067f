import { Injectable } from '@nestjs/common';
import type { ExitKind } from '../catalog.types';
import { type Page, toOffset } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  HEALTH_STATES,
  type HealthFilter,
  type HealthState,
  type PlaceHealth,
  type ExitHealth,
  type NetworkHealth,
  type SupplyHealthReport,
} from './health.entity';
import { ExitsService } from '../exits/exits.service';

/** State of a row `h` of `supply_health`, all null when it is not probed, of something `enabled`. */
const toState = (enabled: string): string => `CASE WHEN NOT ${enabled} THEN 'disabled'
  WHEN h.down_since IS NOT NULL THEN 'down' WHEN h.probed_at IS NULL THEN 'unknown'
  WHEN h.misses > 0 OR (h.country <> 'zz' AND h.country_found <> h.country) THEN 'degraded' ELSE 'healthy' END`;

const FIELDS = `coalesce(h.misses, 0) AS misses, h.down_since AS "downSince", h.probed_at AS "probedAt",
  h.latency_ms AS "latencyMs", h.exit_ip AS "exitIp", h.country_found AS "countryFound", h.error`;

/** $1 kind, $2 state; null matches any. */
const EXITS = `exit_node e LEFT JOIN supply_health h ON h.exit_node_id = e.id
  WHERE ($1::text IS NULL OR e.kind = $1) AND ($2::text IS NULL OR ${toState('e.enabled')} = $2)`;

const WORST_FIRST = `array_position(ARRAY['down', 'degraded', 'unknown', 'healthy', 'disabled'], ${toState('e.enabled')})`;

/** A country of a network; `country` is null for a network that is not probed yet. */
export interface NetworkPlaceRow extends Omit<PlaceHealth, 'country'> {
  readonly id: number;
  readonly name: string;
  readonly kind: ExitKind;
  readonly dialect: string;
  readonly weight: number;
  readonly enabled: boolean;
  readonly country: string | null;
}

export interface ExitHealthRow extends PlaceHealth {
  readonly id: number;
}

/** SQL, since the state follows from several columns. */
@Injectable()
export class HealthRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** By name and country. */
  findNetworkPlaces(kind: ExitKind | undefined): Promise<NetworkPlaceRow[]> {
    return this.uow.manager.query(
      `SELECT n.id, n.name, n.kind, n.dialect, n.weight, n.enabled, h.country, c.name AS "countryName",
              ${toState('n.enabled')} AS state, ${FIELDS}
       FROM supply_network n LEFT JOIN supply_health h ON h.network_id = n.id
       LEFT JOIN catalog_country c ON c.code = h.country
       WHERE ($1::text IS NULL OR n.kind = $1) ORDER BY n.name, c.name NULLS FIRST, h.country`,
      [kind ?? null],
    );
  }

  /** The worst first. */
  async findExits(
    { kind, state }: HealthFilter,
    page: Page,
  ): Promise<{ rows: ExitHealthRow[]; total: number }> {
    const values = [kind ?? null, state ?? null];
    const [rows, [counted]] = await this.uow.all<[ExitHealthRow[], [{ total: number }]]>(
      () =>
        this.uow.manager.query(
          `SELECT e.id, e.country::text AS country, NULL AS "countryName", ${toState('e.enabled')} AS state, ${FIELDS}
           FROM ${EXITS} ORDER BY ${WORST_FIRST}, e.simulated, e.id LIMIT $3 OFFSET $4`,
          [...values, page.perPage, toOffset(page)],
        ),
      () => this.uow.manager.query(`SELECT count(*)::int AS total FROM ${EXITS}`, values),
    );
    return { rows, total: counted.total };
  }

  async countExits(): Promise<Record<HealthState, number>> {
    const rows = await this.uow.manager.query<{ state: HealthState; count: number }[]>(
      `SELECT ${toState('e.enabled')} AS state, count(*)::int AS count
       FROM exit_node e LEFT JOIN supply_health h ON h.exit_node_id = e.id GROUP BY 1`,
    );
    const counts = Object.fromEntries(HEALTH_STATES.map((state) => [state, 0]));
    for (const { state, count } of rows) counts[state] = count;
    return counts as Record<HealthState, number>;
  }
}

/** What is on sale and through what, by the probes. */
@Injectable()
export class SupplyHealthService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: HealthRepository,
    private readonly exits: ExitsService,
  ) {}

  async read(filter: HealthFilter, page: Page): Promise<SupplyHealthReport> {
    const [places, found, exitCounts, gateways] = await this.uow.all(
      () => this.repository.findNetworkPlaces(filter.kind),
      () => this.repository.findExits(filter, page),
      () => this.repository.countExits(),
      () => this.exits.listGateways(),
    );
    const listed = await this.exits.findByIds(found.rows.map(({ id }) => id));
    const byId = new Map(listed.map((exit) => [exit.id, exit]));
    const rows = found.rows.flatMap((health): ExitHealth[] => {
      const exit = byId.get(health.id);
      return exit ? [{ exit, health }] : [];
    });
    return {
      networks: toNetworks(places).filter(({ state }) => !filter.state || state === filter.state),
      exits: { rows, total: found.total, page },
      ...{ exitCounts, gateways },
    };
  }
}

function toNetworks(rows: readonly NetworkPlaceRow[]): NetworkHealth[] {
  const byNetwork = new Map<number, NetworkPlaceRow[]>();
  for (const row of rows) byNetwork.set(row.id, [...(byNetwork.get(row.id) ?? []), row]);
  return [...byNetwork.values()].flatMap((places) => {
    const [first] = places;
    if (!first) return [];
    const { id, name, kind, dialect, weight, enabled } = first;
    return {
      ...{ id, name, kind, dialect, weight },
      state: enabled ? sumUp(places.map(({ state }) => state)) : 'disabled',
      places: places.flatMap(({ country, ...health }) =>
        country === null ? [] : [{ ...health, country }],
      ),
    };
  });
}

/** Of the countries that are probed. A network in part down goes on selling the others. */
function sumUp(states: readonly HealthState[]): HealthState {
  if (states.every((state) => state === 'down')) return 'down';
  if (states.some((state) => state === 'down' || state === 'degraded')) return 'degraded';
  return states.includes('healthy') ? 'healthy' : 'unknown';
}
