import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type {
  CatalogLocation,
  DatacenterCountry,
  LocationFilter,
  PoolCountry,
  PoolKind,
  TargetingRequest,
} from '../catalog.types';

/** Exits a pool connection can be given to. */
const POOL_EXITS = 'e.enabled AND e.weight > 0 AND e.kind = $1';

export interface TargetingMatch {
  country: boolean;
  region: boolean;
  city: boolean;
  isp: boolean;
}

/** What is on sale where, read off the enabled exits. */
@Injectable()
export class LocationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  datacenterCountries(): Promise<DatacenterCountry[]> {
    return this.uow.manager.query(
      `SELECT c.id, c.code, c.name FROM catalog_country c
       WHERE EXISTS (SELECT FROM exit_node e
                     WHERE e.enabled AND e.kind = 'datacenter' AND e.country = c.code)
       ORDER BY c.name`,
    );
  }

  async findDatacenterCountry(id: number): Promise<DatacenterCountry | null> {
    const [row] = await this.uow.manager.query(
      `SELECT c.id, c.code, c.name FROM catalog_country c
       WHERE c.id = $1 AND EXISTS (SELECT FROM exit_node e
                     WHERE e.enabled AND e.kind = 'datacenter' AND e.country = c.code)`,
      [id],
    );
    return row ?? null;
  }

  async findCountryName(code: string): Promise<string | null> {
    const [row] = await this.uow.manager.query(`SELECT name FROM catalog_country WHERE code = $1`, [
      code,
    ]);
    return row?.name ?? null;
  }

  async searchCountryCodes(text: string): Promise<string[]> {
    const rows: { code: string }[] = await this.uow.manager.query(
      `SELECT code FROM catalog_country
       WHERE code = lower($1) OR position(lower($1) IN lower(name)) > 0`,
      [text],
    );
    return rows.map((row) => row.code);
  }

  poolCountries(kind: PoolKind): Promise<PoolCountry[]> {
    return this.uow.manager.query(
      `SELECT e.country AS code, coalesce(c.name, upper(e.country)) AS name,
              bool_or(e.region_code IS NOT NULL) AS "hasRegions",
              bool_or(e.city_code IS NOT NULL) AS "hasCities",
              bool_or(e.isp_code IS NOT NULL) AS "hasIsps"
       FROM exit_node e LEFT JOIN catalog_country c ON c.code = e.country
       WHERE ${POOL_EXITS} GROUP BY e.country, c.name ORDER BY 2`,
      [kind],
    );
  }

  poolRegions(kind: PoolKind, { country }: LocationFilter): Promise<CatalogLocation[]> {
    return this.distinct('region', kind, { country });
  }

  poolCities(kind: PoolKind, { country, region }: LocationFilter): Promise<CatalogLocation[]> {
    return this.distinct('city', kind, { country, region });
  }

  poolIsps(kind: PoolKind, filter: LocationFilter): Promise<CatalogLocation[]> {
    return this.distinct('isp', kind, filter);
  }

  /** Which parts of a wish are met, each together with the parts before it. */
  async matchTargeting(kind: PoolKind, wish: TargetingRequest): Promise<TargetingMatch> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*) > 0 AS country,
              coalesce(bool_or(region_ok), false) AS region,
              coalesce(bool_or(region_ok AND city_ok), false) AS city,
              coalesce(bool_or(region_ok AND city_ok AND isp_ok), false) AS isp
       FROM (SELECT $3::text IS NULL OR e.region_code = $3 AS region_ok,
                    $4::text IS NULL OR e.city_code = $4 AS city_ok,
                    $5::text IS NULL OR e.isp_code = $5 AS isp_ok
             FROM exit_node e WHERE ${POOL_EXITS} AND ($2 = 'zz' OR e.country = $2)) AS matched`,
      [kind, wish.country, wish.region, wish.city, wish.isp],
    );
    return row;
  }

  private distinct(
    part: 'region' | 'city' | 'isp',
    kind: PoolKind,
    { country, region, city }: LocationFilter,
  ): Promise<CatalogLocation[]> {
    return this.uow.manager.query(
      `SELECT e.${part}_code AS code, min(e.${part}_name) AS name FROM exit_node e
       WHERE ${POOL_EXITS} AND e.country = $2 AND e.${part}_code IS NOT NULL
         AND ($3::text IS NULL OR e.region_code = $3) AND ($4::text IS NULL OR e.city_code = $4)
       GROUP BY e.${part}_code ORDER BY 2`,
      [kind, country, region ?? null, city ?? null],
    );
  }
}
