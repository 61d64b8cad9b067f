import { Injectable } from '@nestjs/common';
import {
  type PlaceLevel,
  PLACE_LEVELS,
  PlaceTable,
  toPlaceKey,
} from '../../common/dialects/upstream-network';
import { UnitOfWork } from '../../database/unit-of-work';
import type {
  ListedPlace,
  PlaceList,
  PlaceSource,
  PlaceChange,
  PlaceImport,
  PlaceMode,
} from './place.entity';
import { type AuditActor, AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { SupplyNetworkRepository } from '../networks/network.repository';
import { networkNotFound } from '../catalog.errors';
import { readPlaces, toPlaceCsv, toPlaceId } from './place-csv';

const COLUMNS = `level, country, key, name, provider_name AS "providerName"`;

/** SQL, since a list is compared and stored as a whole. */
@Injectable()
export class PlaceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findLists(networkId: number): Promise<PlaceList[]> {
    return this.uow.manager.query<PlaceList[]>(
      `SELECT level, count, imported_at AS "importedAt", source, error FROM supply_place_list
       WHERE network_id = $1 ORDER BY level`,
      [networkId],
    );
  }

  /** Countries, and the places that one of the keys means. */
  findByKeys(networkId: number, keys: readonly string[]): Promise<ListedPlace[]> {
    return this.uow.manager.query<ListedPlace[]>(
      `SELECT ${COLUMNS} FROM supply_place WHERE network_id = $1 AND key = ANY ($2::text[])`,
      [networkId, ['', ...keys]],
    );
  }

  findAll(networkId: number): Promise<ListedPlace[]> {
    return this.uow.manager.query<ListedPlace[]>(
      `SELECT ${COLUMNS} FROM supply_place WHERE network_id = $1 ORDER BY level, country, name, key`,
      [networkId],
    );
  }

  /** The id of the account that the network belongs to. */
  async findAccountId(networkId: number): Promise<number | null> {
    const [row] = await this.uow.manager.query<{ id: number }[]>(
      `SELECT provider_id AS id FROM supply_network_account WHERE network_id = $1`,
      [networkId],
    );
    return row?.id ?? null;
  }

  /** Networks with a list of a provider's API that is as old as this. */
  async findOutdated(before: Date): Promise<{ networkId: number; levels: PlaceLevel[] }[]> {
    return this.uow.manager.query(
      `SELECT network_id AS "networkId", array_agg(level ORDER BY level) AS levels FROM supply_place_list
       WHERE source = 'api' AND imported_at < $1 GROUP BY network_id ORDER BY network_id`,
      [before],
    );
  }

  /** Of lists of a provider's API; staff may have replaced some by a file meanwhile. */
  async recordError(
    networkId: number,
    levels: readonly PlaceLevel[],
    error: string,
  ): Promise<void> {
    await this.uow.manager.query(
      `UPDATE supply_place_list SET error = $3
       WHERE network_id = $1 AND level = ANY ($2::text[]) AND source = 'api'`,
      [networkId, levels, error],
    );
  }

  /** ISO codes in lower case of the countries that the shop knows. */
  async findCountries(): Promise<Set<string>> {
    const rows = await this.uow.manager.query<{ code: string }[]>(
      `SELECT code::text AS code FROM catalog_country`,
    );
    return new Set(rows.map(({ code }) => code));
  }

  async remove(networkId: number, places: readonly ListedPlace[]): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM supply_place p USING json_to_recordset($2::json) AS r (level text, country text, key text)
       WHERE p.network_id = $1 AND p.level = r.level AND p.country = r.country AND p.key = r.key`,
      [networkId, JSON.stringify(places)],
    );
  }

  async store(networkId: number, places: readonly ListedPlace[]): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO supply_place (network_id, level, country, key, name, provider_name)
       SELECT $1, r.level, r.country, r.key, r.name, r."providerName"
       FROM json_to_recordset($2::json) AS r (level text, country text, key text, name text, "providerName" text)
       ON CONFLICT (network_id, level, country, key) DO UPDATE
         SET name = excluded.name, provider_name = excluded.provider_name`,
      [networkId, JSON.stringify(places)],
    );
  }

  async removeLevel(networkId: number, level: PlaceLevel): Promise<number> {
    const [, removed] = await this.uow
      .requireTransaction()
      .query<[unknown, number]>(`DELETE FROM supply_place WHERE network_id = $1 AND level = $2`, [
        networkId,
        level,
      ]);
    return removed;
  }

  /** Brings the lists of these levels into line with the places. A trigger notifies the gateways. */
  async countLists(
    networkId: number,
    levels: readonly PlaceLevel[],
    source: PlaceSource,
  ): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `INSERT INTO supply_place_list (network_id, level, count, imported_at, source)
       SELECT network_id, level, count(*), clock_timestamp(), $3 FROM supply_place
       WHERE network_id = $1 AND level = ANY ($2::text[]) GROUP BY network_id, level
       ON CONFLICT (network_id, level) DO UPDATE
         SET count = excluded.count, imported_at = excluded.imported_at, source = excluded.source, error = NULL`,
      [networkId, levels, source],
    );
    await manager.query(
      `DELETE FROM supply_place_list l WHERE l.network_id = $1
         AND NOT EXISTS (SELECT FROM supply_place p WHERE p.network_id = l.network_id AND p.level = l.level)`,
      [networkId],
    );
  }
}

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
