import { Injectable } from '@nestjs/common';
import type { PlaceLevel } from '../../common/dialects/place-table';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ListedPlace, PlaceList, PlaceSource } from './places.types';

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
