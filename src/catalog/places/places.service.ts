import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { PLACE_LEVELS, type PlaceLevel } from '../../common/dialects/upstream-network';
import type { Download } from '../../common/http/api.decorators';
import { invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { CatalogCountry } from '../catalog.entity';
import { SupplyNetworksService } from '../networks/networks.service';
import { readPlaces, toPlaceCsv, toPlaceId, type ListedPlace } from './place-csv';
import {
  toPlaceImport,
  type ImportPlacesDto,
  type PlaceImportData,
  type PlaceListResponse,
  type PlaceProblemResponse,
} from './place.dto';
import type { PlaceMode, PlaceSource } from './place.entity';

/** What replaces or completes the lists of a network. */
export interface PlaceChange {
  readonly places: readonly ListedPlace[];
  /** While there is one, nothing is stored. */
  readonly problems: readonly PlaceProblemResponse[];
  /** Places of the provider that cannot be listed. */
  readonly skipped: number;
  readonly mode: PlaceMode;
  readonly source: PlaceSource;
}

/** The names that the providers of networks have for places. A list is compared and stored as a whole. */
@Injectable()
export class PlacesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly networks: SupplyNetworksService,
    private readonly audit: AuditService,
  ) {}

  async listLevels(networkId: number): Promise<PlaceListResponse[]> {
    await this.networks.find(networkId);
    return this.uow.manager.query<PlaceListResponse[]>(
      `SELECT level, count, imported_at, source, error FROM supply_place_list
       WHERE network_id = $1 ORDER BY level`,
      [networkId],
    );
  }

  /** @returns CSV that `import` reads. */
  async export(networkId: number): Promise<Download> {
    await this.networks.find(networkId);
    const content = toPlaceCsv(await this.findAll(networkId));
    return { name: `places-${networkId}.csv`, type: 'text/csv; charset=utf-8', content };
  }

  /** Stores a list, unless a line cannot be read or it is only asked what would happen. */
  async import(
    actor: Actor,
    networkId: number,
    { text, mode = 'replace', dry_run = false }: ImportPlacesDto,
  ): Promise<PlaceImportData> {
    const read = readPlaces(text, await this.findCountries());
    const change = { ...read, mode, source: 'file' as const, skipped: 0 };
    return this.apply(actor, networkId, change, dry_run);
  }

  /** ISO codes in lower case of the countries that the shop knows. */
  async findCountries(): Promise<Set<string>> {
    const countries = await this.uow.manager.find(CatalogCountry);
    return new Set(countries.map(({ code }) => code));
  }

  /**
   * Changes the lists of the levels that the places are of, unless there are problems or it is only asked what would
   * happen.
   */
  apply(
    actor: AuditActor,
    networkId: number,
    { places, problems, skipped, mode, source }: PlaceChange,
    isDryRun: boolean,
  ): Promise<PlaceImportData> {
    return this.uow.run(async () => {
      const network = await this.networks.lock(networkId);
      const known = await this.findAll(networkId);
      const { added, changed, removed } = compare(known, places, mode);
      const counts = { added: added.length, changed: changed.length, removed: removed.length };
      const unchanged = places.length - added.length - changed.length;
      const outcome = toPlaceImport({ ...counts, unchanged, skipped, problems }, isDryRun);
      if (isDryRun || problems.length > 0) return outcome;
      await this.remove(networkId, removed);
      await this.store(networkId, [...added, ...changed]);
      const levels = [...new Set(places.map(({ level }) => level))];
      await this.countLists(networkId, levels, source);
      // The job would fill the audit log with lists that change nothing.
      if (actor !== 'system' || added.length || changed.length || removed.length)
        await this.audit.record(actor, {
          action: 'system.network_places_imported',
          target: `supply_network:${networkId}`,
          details: `${source === 'api' ? 'Read places from the provider' : 'Imported places'} of the network ${network.name}: ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed`,
        });
      return outcome;
    });
  }

  /** Names of the level go out as they come again. */
  async removeLevel(actor: Actor, networkId: number, level: PlaceLevel): Promise<number> {
    if (!PLACE_LEVELS.includes(level))
      throw invalidFields({ level: ['Choose country, region, city or isp'] });
    return this.uow.run(async () => {
      const network = await this.networks.lock(networkId);
      const [, removed] = await this.uow
        .requireTransaction()
        .query<[unknown, number]>(`DELETE FROM supply_place WHERE network_id = $1 AND level = $2`, [
          networkId,
          level,
        ]);
      await this.countLists(networkId, [level], 'file');
      if (removed > 0)
        await this.audit.record(actor, {
          action: 'system.network_places_removed',
          target: `supply_network:${networkId}`,
          details: `Removed the list of places of the network ${network.name} (${level}): ${removed} places`,
        });
      return removed;
    });
  }

  private findAll(networkId: number): Promise<ListedPlace[]> {
    return this.uow.manager.query<ListedPlace[]>(
      `SELECT level, country, key, name, provider_name AS "providerName" FROM supply_place
       WHERE network_id = $1 ORDER BY level, country, name, key`,
      [networkId],
    );
  }

  private async remove(networkId: number, places: readonly ListedPlace[]): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM supply_place p USING json_to_recordset($2::json) AS r (level text, country text, key text)
       WHERE p.network_id = $1 AND p.level = r.level AND p.country = r.country AND p.key = r.key`,
      [networkId, JSON.stringify(places)],
    );
  }

  private async store(networkId: number, places: readonly ListedPlace[]): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO supply_place (network_id, level, country, key, name, provider_name)
       SELECT $1, r.level, r.country, r.key, r.name, r."providerName"
       FROM json_to_recordset($2::json) AS r (level text, country text, key text, name text, "providerName" text)
       ON CONFLICT (network_id, level, country, key) DO UPDATE
         SET name = excluded.name, provider_name = excluded.provider_name`,
      [networkId, JSON.stringify(places)],
    );
  }

  /** Brings the lists of these levels into line with the places. A trigger notifies the gateways. */
  private async countLists(
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

/** `replace` removes what is not wanted, of the levels of which something is. */
function compare(known: readonly ListedPlace[], wanted: readonly ListedPlace[], mode: PlaceMode) {
  const before = new Map(known.map((place) => [toPlaceId(place), place]));
  const after = new Set(wanted.map(toPlaceId));
  const levels = new Set(wanted.map(({ level }) => level));
  const changed = wanted.filter((place) => {
    const old = before.get(toPlaceId(place));
    return old && (old.providerName !== place.providerName || old.name !== place.name);
  });
  const gone = known.filter((place) => levels.has(place.level) && !after.has(toPlaceId(place)));
  return {
    added: wanted.filter((place) => !before.has(toPlaceId(place))),
    changed,
    removed: mode === 'add' ? [] : gone,
  };
}
