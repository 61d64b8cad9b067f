import { Injectable } from '@nestjs/common';
import { type AuditActor, AuditService } from '../../audit/audit.service';
import {
  PLACE_LEVELS,
  type PlaceLevel,
  PlaceTable,
  toPlaceKey,
} from '../../common/dialects/place-table';
import { invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { SupplyNetworkRepository } from '../networks/supply-network.repository';
import { networkNotFound } from '../supply.errors';
import { readPlaces, toPlaceCsv } from './place-csv';
import { PlaceRepository } from './place.repository';
import { toPlaceId } from './listed-place';
import type { ListedPlace, PlaceChange, PlaceImport, PlaceList, PlaceMode } from './places.types';

interface Plan {
  readonly stored: readonly ListedPlace[];
  readonly removed: readonly ListedPlace[];
  readonly outcome: PlaceImport;
}

/** The names that the providers of networks have for places. */
@Injectable()
export class PlacesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly places: PlaceRepository,
    private readonly networks: SupplyNetworkRepository,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found NETWORK_NOT_FOUND. */
  async listLevels(networkId: number): Promise<PlaceList[]> {
    if (!(await this.networks.findById(networkId))) throw networkNotFound();
    return this.places.findLists(networkId);
  }

  /** @returns CSV that `import` reads. @throws DomainError not_found NETWORK_NOT_FOUND. */
  async export(networkId: number): Promise<string> {
    if (!(await this.networks.findById(networkId))) throw networkNotFound();
    return toPlaceCsv(await this.places.findAll(networkId));
  }

  /** What a gateway has of the network, as far as these names can mean it. */
  async getTable(networkId: number, names: readonly string[]): Promise<PlaceTable> {
    const [lists, places] = await this.uow.all(
      () => this.places.findLists(networkId),
      () => this.places.findByKeys(networkId, names.map(toPlaceKey)),
    );
    return new PlaceTable(
      lists.map(({ level }) => level),
      places,
    );
  }

  /**
   * Stores a list, unless a line cannot be read or it is only asked what would happen.
   * @param text CSV with a first line.
   * @throws DomainError not_found NETWORK_NOT_FOUND.
   */
  async import(
    actor: Actor,
    networkId: number,
    text: string,
    mode: PlaceMode,
    isDryRun: boolean,
  ): Promise<PlaceImport> {
    const read = readPlaces(text, await this.places.findCountries());
    const change = { ...read, mode, source: 'file' as const, skipped: 0 };
    return this.apply(actor, networkId, change, isDryRun);
  }

  /**
   * Changes the lists of the levels that the places are of, unless there are problems or it is only asked what would
   * happen.
   * @throws DomainError not_found NETWORK_NOT_FOUND.
   */
  apply(
    actor: AuditActor,
    networkId: number,
    { places, problems, skipped, mode, source }: PlaceChange,
    isDryRun: boolean,
  ): Promise<PlaceImport> {
    return this.uow.run(async () => {
      const network = await this.networks.lock(networkId);
      if (!network) throw networkNotFound();
      const plan = toPlan(await this.places.findAll(networkId), places, mode);
      const outcome = { ...plan.outcome, problems, skipped };
      if (isDryRun || problems.length > 0) return outcome;
      await this.places.remove(networkId, plan.removed);
      await this.places.store(networkId, plan.stored);
      const levels = [...new Set(places.map(({ level }) => level))];
      await this.places.countLists(networkId, levels, source);
      const { added, changed, removed } = outcome;
      // The job would fill the audit log with lists that change nothing.
      if (actor !== 'system' || added || changed || removed)
        await this.audit.record(actor, {
          action: 'system.network_places_imported',
          target: `supply_network:${networkId}`,
          details: `${source === 'api' ? 'Read places from the provider' : 'Imported places'} of the network ${network.name}: ${added} added, ${changed} changed, ${removed} removed`,
        });
      return outcome;
    });
  }

  /**
   * Names of the level go out as they come again.
   * @throws DomainError not_found NETWORK_NOT_FOUND; invalid for what is no level.
   */
  async removeLevel(actor: Actor, networkId: number, level: PlaceLevel): Promise<number> {
    if (!PLACE_LEVELS.includes(level))
      throw invalidFields({ level: ['Choose country, region, city or isp'] });
    return this.uow.run(async () => {
      const network = await this.networks.lock(networkId);
      if (!network) throw networkNotFound();
      const removed = await this.places.removeLevel(networkId, level);
      await this.places.countLists(networkId, [level], 'file');
      if (removed > 0)
        await this.audit.record(actor, {
          action: 'system.network_places_removed',
          target: `supply_network:${networkId}`,
          details: `Removed the list of places of the network ${network.name} (${level}): ${removed} places`,
        });
      return removed;
    });
  }
}

function toPlan(
  known: readonly ListedPlace[],
  wanted: readonly ListedPlace[],
  mode: PlaceMode,
): Plan {
  const before = new Map(known.map((place) => [toPlaceId(place), place]));
  const after = new Set(wanted.map(toPlaceId));
  const levels = new Set(wanted.map(({ level }) => level));
  const added = wanted.filter((place) => !before.has(toPlaceId(place)));
  const changed = wanted.filter((place) => {
    const old = before.get(toPlaceId(place));
    return old && (old.providerName !== place.providerName || old.name !== place.name);
  });
  const removed =
    mode === 'add'
      ? []
      : known.filter((place) => levels.has(place.level) && !after.has(toPlaceId(place)));
  return {
    stored: [...added, ...changed],
    removed,
    outcome: {
      ...{ added: added.length, changed: changed.length, removed: removed.length },
      unchanged: wanted.length - added.length - changed.length,
      ...{ problems: [], skipped: 0 },
    },
  };
}
