import { Injectable } from '@nestjs/common';
import { toPage, toPagination } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ExitKind } from '../catalog.types';
import { ExitsService } from '../exits/exits.service';
import { hasCountry, isAlive, isInService, POOL_NETWORKS } from '../on-sale';
import { queryPage } from '../query-page';
import type {
  ExitHealthCountsResponse,
  ExitHealthResponse,
  NetworkHealthResponse,
  NetworkPlaceHealthResponse,
  ProbedResponse,
  SupplyHealthData,
  SupplyHealthQuery,
} from './health.dto';
import { HEALTH_STATES, type HealthState } from './health.entity';

const PER_PAGE = 15;

/** State of a row `h` of `supply_health`, all null when it is not probed, of something `enabled`. */
const toState = (enabled: string): string => `CASE WHEN NOT ${enabled} THEN 'disabled'
  WHEN h.down_since IS NOT NULL THEN 'down' WHEN h.probed_at IS NULL THEN 'unknown'
  WHEN h.misses > 0 OR (h.country <> 'zz' AND h.country_found <> h.country) THEN 'degraded' ELSE 'healthy' END`;
const EXIT_STATE = toState('e.enabled');

/** Of `ProbedResponse`. */
const FIELDS = `coalesce(h.misses, 0) AS misses, h.down_since, h.probed_at AS last_probe_at, h.latency_ms, h.exit_ip,
  h.country_found, h.error AS last_error`;

const EXITS = `exit_node e LEFT JOIN supply_health h ON h.exit_node_id = e.id`;

type Probed = Omit<ProbedResponse, 'on_sale'>;
type ProbedPlace = Probed &
  Omit<NetworkHealthResponse, 'countries'> & { enabled: boolean } & Record<
    'country' | 'country_name',
    string | null
  >;

/** SQL: whether a kind of exits or networks, $1, serves anything; null where it is not sold. */
export const SUPPLY_IS_UP = `SELECT CASE
    WHEN EXISTS (SELECT FROM exit_node e WHERE e.kind = $1 AND e.enabled AND ${isInService('e')})
      OR EXISTS (SELECT FROM catalog_network n WHERE ${POOL_NETWORKS} AND ${hasCountry('n', "'zz'")}) THEN true
    WHEN EXISTS (SELECT FROM exit_node WHERE kind = $1 AND enabled)
      OR EXISTS (SELECT FROM catalog_network WHERE kind = $1) THEN false END AS up`;

export const GATEWAY_IS_UP = `SELECT EXISTS (SELECT FROM gateway g WHERE ${isAlive('g')}) AS up`;

/** What is on sale and through what, by the probes. */
@Injectable()
export class SupplyHealthService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly exits: ExitsService,
  ) {}

  /** Networks by name, exits with the worst first. @param isFull whether addresses may be seen. */
  async read(query: SupplyHealthQuery, isFull: boolean): Promise<SupplyHealthData> {
    const { kind = null, state = null } = query;
    const [places, probed, exit_counts, gateways] = await this.uow.all(
      () => this.findPlaces(kind),
      () =>
        queryPage<Probed & { id: number }>(
          this.uow,
          {
            select: `e.id, ${EXIT_STATE} AS state, ${FIELDS}`,
            from: `${EXITS} WHERE ($1::text IS NULL OR e.kind = $1) AND ($2::text IS NULL OR ${EXIT_STATE} = $2)`,
            orderBy: `array_position(ARRAY['down', 'degraded', 'unknown', 'healthy', 'disabled'], ${EXIT_STATE}),
              e.simulated, e.id`,
          },
          [kind, state],
          toPage(query, PER_PAGE),
        ),
      () => this.countExits(),
      () => this.exits.listGateways(),
    );
    const listed = await this.exits.findByIds(probed.rows.map(({ id }) => id));
    const byId = new Map(listed.map((exit) => [exit.id, exit]));
    const hasGateway = gateways.some(({ status }) => status !== 'silent');
    const hide = <T extends ProbedResponse>(one: T): T =>
      isFull ? one : { ...one, exit_ip: null };
    return {
      networks: toNetworks(places, hasGateway)
        .filter((network) => state === null || network.state === state)
        .map((network) => ({ ...network, countries: network.countries.map(hide) })),
      exits: probed.rows.flatMap((health): ExitHealthResponse[] => {
        const exit = byId.get(health.id);
        if (!exit) return [];
        const { id, kind: exitKind, country, country_name, region, city, isp } = exit;
        const { is_upstream, simulated, gateways: serving } = exit;
        return [
          hide({
            ...{ id, kind: exitKind, country, country_name, region, city, isp },
            ...{ is_upstream, simulated, gateways: serving },
            ...health,
            on_sale: exit.status === 'in_service',
          }),
        ];
      }),
      exit_counts,
      pagination: toPagination(probed),
      gateways,
    };
  }

  /** Countries of networks by name and country; one row without a country for a network that is not probed yet. */
  private findPlaces(kind: ExitKind | null): Promise<ProbedPlace[]> {
    return this.uow.manager.query(
      `SELECT n.id, n.name, n.kind, n.dialect, n.weight, n.enabled, h.country,
              coalesce(c.name, CASE h.country WHEN 'zz' THEN 'Any country' ELSE h.country END) AS country_name,
              ${toState('n.enabled')} AS state, ${FIELDS}
       FROM supply_network n LEFT JOIN supply_health h ON h.network_id = n.id
       LEFT JOIN catalog_country c ON c.code = h.country
       WHERE ($1::text IS NULL OR n.kind = $1) ORDER BY n.name, c.name NULLS FIRST, h.country`,
      [kind],
    );
  }

  private async countExits(): Promise<ExitHealthCountsResponse> {
    const counts = HEALTH_STATES.map(
      (state) => `count(*) FILTER (WHERE ${EXIT_STATE} = '${state}')::int AS ${state}`,
    );
    const [row] = await this.uow.manager.query<[ExitHealthCountsResponse]>(
      `SELECT ${counts.join(', ')} FROM ${EXITS}`,
    );
    return row;
  }
}

function toNetworks(rows: readonly ProbedPlace[], hasGateway: boolean): NetworkHealthResponse[] {
  const networks = new Map<number, NetworkHealthResponse & { states: HealthState[] }>();
  for (const row of rows) {
    const { id, name, kind, dialect, weight, enabled, country, country_name, ...probed } = row;
    const fields = { id, name, kind, dialect, weight };
    const network = networks.get(id) ?? {
      ...{ ...fields, state: row.state, countries: [], states: [] },
    };
    networks.set(id, network);
    network.states.push(row.state);
    network.state = enabled ? sumUp(network.states) : 'disabled';
    if (country === null || country_name === null) continue;
    const on_sale = hasGateway && row.state !== 'down' && row.state !== 'disabled';
    const place: NetworkPlaceHealthResponse = { ...probed, country, country_name, on_sale };
    network.countries.push(place);
  }
  return [...networks.values()].map(({ states: _, ...network }) => network);
}

/** Of the countries that are probed. A network in part down goes on selling the others. */
function sumUp(states: readonly HealthState[]): HealthState {
  if (states.every((state) => state === 'down')) return 'down';
  if (states.some((state) => state === 'down' || state === 'degraded')) return 'degraded';
  return states.includes('healthy') ? 'healthy' : 'unknown';
}
