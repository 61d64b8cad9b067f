import { Injectable } from '@nestjs/common';
import { ExitsService } from '../exits/exits.service';
import type { Page } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { HealthRepository, type NetworkPlaceRow } from './health.repository';
import type {
  ExitHealth,
  HealthFilter,
  HealthState,
  NetworkHealth,
  SupplyHealthReport,
} from './health.types';

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
