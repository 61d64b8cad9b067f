import type { ExitKind } from '../catalog.types';
import { Injectable } from '@nestjs/common';
import { type Page, type Paged, toOffset } from '../../common/http/pagination.dto';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { isInService } from '../on-sale';

/** Undefined fields match any. */
export interface CoverageFilter {
  readonly kind?: ExitKind;
  /** Part of the name of a country, or its code. */
  readonly search?: string;
}

/** What serves a country with a kind of proxies. */
export interface CoverageRow {
  readonly country: string;
  readonly countryName: string;
  readonly kind: ExitKind;
  /** Enabled exits that a gateway serves. */
  readonly exits: number;
  /** Enabled exits that no gateway serves. */
  readonly notServed: number;
  /** Enabled networks that sell the country. */
  readonly networks: readonly { readonly id: number; readonly name: string }[];
}

/** One row per country and kind that something enabled serves. $1 kind, $2 search as a pattern; null matches any. */
const COVERAGE = `(
    SELECT e.country, e.kind, count(*) FILTER (WHERE ${isInService('e')})::int AS exits,
      count(*) FILTER (WHERE NOT ${isInService('e')})::int AS not_served
    FROM exit_node e WHERE e.enabled GROUP BY e.country, e.kind
  ) served FULL JOIN (
    SELECT sold.country, n.kind, json_agg(json_build_object('id', n.id, 'name', n.name) ORDER BY n.name) AS networks
    FROM supply_network n CROSS JOIN LATERAL
      unnest(coalesce(n.countries, ARRAY(SELECT code::text FROM catalog_country))) AS sold (country)
    WHERE n.enabled GROUP BY sold.country, n.kind
  ) network USING (country, kind)
  LEFT JOIN catalog_country c ON c.code = country
  WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR c.name ILIKE $2 OR country ILIKE $2)`;

/** SQL, since the networks of every country are rows only here. */
@Injectable()
export class CoverageRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** By country and kind. */
  async findPage({ kind, search }: CoverageFilter, page: Page): Promise<Paged<CoverageRow>> {
    const values = [kind ?? null, search === undefined ? null : toLikePattern(search)];
    const [rows, [counted]] = await this.uow.all<[CoverageRow[], [{ total: number }]]>(
      () =>
        this.uow.manager.query(
          `SELECT country, coalesce(c.name, upper(country)) AS "countryName", kind, coalesce(exits, 0) AS exits,
             coalesce(not_served, 0) AS "notServed", coalesce(networks, '[]') AS networks
           FROM ${COVERAGE} ORDER BY c.name NULLS LAST, country, kind LIMIT $3 OFFSET $4`,
          [...values, page.perPage, toOffset(page)],
        ),
      () => this.uow.manager.query(`SELECT count(*)::int AS total FROM ${COVERAGE}`, values),
    );
    return { rows, total: counted.total, page };
  }
}

/** What is on sale where, and through what. */
@Injectable()
export class CoverageService {
  constructor(private readonly coverage: CoverageRepository) {}

  /** By country and kind. */
  list(filter: CoverageFilter, page: Page): Promise<Paged<CoverageRow>> {
    return this.coverage.findPage(filter, page);
  }
}
