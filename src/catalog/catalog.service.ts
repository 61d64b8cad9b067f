import { Injectable } from '@nestjs/common';
import { toPlaceKey } from '../common/dialects/upstream-network';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import {
  type DatacenterCountry,
  type Endpoint,
  type PoolKind,
  type TargetingRequest,
  POOL_KINDS,
  RANDOM_LOCATION,
  type PoolOffer,
} from './catalog.types';
import {
  bestEndpoint,
  SERVES_POOL,
  isInService,
  isSold,
  canTarget,
  hasCountry,
  NETWORK_COUNTRIES,
  type NetworkRow,
  POOL_NETWORKS,
} from './on-sale';
import type { PlaceResponse, PoolCountryResponse, PoolPlaceQuery } from './catalog.dto';
import { CatalogCountry } from './catalog.entity';
import { PRICE_BOOK, type PriceBookRow, toPriceBook } from './prices/price-list.entity';
import {
  countryNotOffered,
  countryRequired,
  locationNotOffered,
  unknownCountry,
} from './catalog.errors';
import { EndpointService } from './exits/endpoint.service';

/** `sold`: what is new may be sold on it. `served`: what was sold before goes on, and may be extended. */
export type Exits = 'sold' | 'served';
const EXITS: Record<Exits, string> = { sold: isSold('e'), served: 'e.enabled' };

/** Condition on the exits that can serve a pool connection. */
const toPoolExits = (exits: Exits): string =>
  `${EXITS[exits]} AND e.weight > 0 AND e.kind = $1 AND ${isInService('e')}`;
const POOL_EXITS = toPoolExits('sold');

/** Condition on the datacenter exits of a country: the exit or one of its dedicated addresses is in service. */
const toHasDatacenter = (exits: Exits): string => `EXISTS (SELECT FROM exit_node e
    WHERE ${EXITS[exits]} AND e.kind = 'datacenter' AND e.country = c.code
      AND (${isInService('e')}
           OR EXISTS (SELECT FROM stock_unit s WHERE s.exit_node_id = e.id AND ${isInService('e', 's.address')})))`;

export interface TargetingMatch {
  country: boolean;
  region: boolean;
  city: boolean;
  isp: boolean;
}

/** $1 is the kind, $2 to $5 are country, region, city and ISP. Networks count for whole countries, see `addNetworks`. */
const toTargetingMatch = (exits: Exits): string => `SELECT count(*) > 0 AS country,
              coalesce(bool_or(region_ok), false) AS region,
              coalesce(bool_or(region_ok AND city_ok), false) AS city,
              coalesce(bool_or(region_ok AND city_ok AND isp_ok), false) AS isp
       FROM (SELECT $3::text IS NULL OR e.region_code = $3 AS region_ok,
                    $4::text IS NULL OR e.city_code = $4 AS city_ok,
                    $5::text IS NULL OR e.isp_code = $5 AS isp_ok
             FROM exit_node e WHERE ${toPoolExits(exits)} AND ($2 = 'zz' OR e.country = $2)
             UNION ALL SELECT $3::text IS NULL, $4::text IS NULL, $5::text IS NULL
             FROM catalog_network n WHERE ${POOL_NETWORKS} AND ${hasCountry('n', '$2')}) AS matched`;

const toPoolOffer = (name: string, exits: Exits) =>
  prepareStatement(
    name,
    `SELECT to_jsonb(m) AS match,
          (SELECT c.name FROM catalog_country c WHERE c.code = $2) AS "countryName",
          ${PRICE_BOOK} AS book,
          (SELECT to_jsonb(best) FROM (SELECT $1::text AS kind, $2::text AS country, $6::text AS host, $7::int AS port,
                    $8::int AS "portSocks5") AS r CROSS JOIN LATERAL (${bestEndpoint(SERVES_POOL)}) AS best) AS endpoint
   FROM (${toTargetingMatch(exits)}) AS m`,
  );
const FIND_POOL_OFFER = {
  sold: toPoolOffer('catalog.pool-offer', 'sold'),
  served: toPoolOffer('catalog.pool-extension', 'served'),
};

interface PoolOfferRow {
  readonly match: TargetingMatch;
  /** Null for a country without a name. */
  readonly countryName: string | null;
  readonly book: PriceBookRow | null;
  /** Where a proxy of the place is reached; null when no gateway serves it at present. */
  readonly endpoint: Endpoint | null;
}

/** Locations on sale, derived in SQL from the exits in service and the networks so that nothing undeliverable is offered. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly endpoints: EndpointService,
  ) {}

  listDatacenterCountries(exits: Exits = 'sold'): Promise<DatacenterCountry[]> {
    return this.uow.manager.query(
      `SELECT c.id, c.code, c.name FROM catalog_country c
       WHERE ${toHasDatacenter(exits)} ORDER BY c.name`,
    );
  }

  async getCountry(id: number): Promise<DatacenterCountry> {
    const [country] = await this.uow.manager.query<DatacenterCountry[]>(
      `SELECT c.id, c.code, c.name FROM catalog_country c
       WHERE c.id = $1 AND ${toHasDatacenter('sold')}`,
      [id],
    );
    if (!country) throw unknownCountry();
    return country;
  }

  listPoolCountries(kind: PoolKind): Promise<PoolCountryResponse[]> {
    return this.uow.manager.query(
      `SELECT e.country AS code, coalesce(c.name, upper(e.country)) AS name,
              bool_or(e.region_code IS NOT NULL) AS has_regions,
              bool_or(e.city_code IS NOT NULL) AS has_cities,
              bool_or(e.isp_code IS NOT NULL) AS has_isps, bool_or(e.targets_asn) AS has_asns
       FROM (SELECT e.country::text, e.region_code, e.city_code, e.isp_code, false AS targets_asn
             FROM exit_node e WHERE ${POOL_EXITS}
             UNION ALL SELECT sold.country, NULL, NULL, NULL, sold.targets_asn FROM (${NETWORK_COUNTRIES}) AS sold) AS e
       LEFT JOIN catalog_country c ON c.code = e.country
       GROUP BY e.country, c.name ORDER BY 2`,
      [kind],
    );
  }

  /** By name: regions of a country, its cities or those of the region, and its ISPs or those of region and city. */
  listPoolPlaces(part: 'region' | 'city' | 'isp', query: PoolPlaceQuery): Promise<PlaceResponse[]> {
    const { connection_type = POOL_KINDS[0], country_code, region_code, city_code } = query;
    return this.uow.manager.query(
      `SELECT e.${part}_code AS code, min(e.${part}_name) AS name FROM exit_node e
       WHERE ${POOL_EXITS} AND e.country = $2 AND e.${part}_code IS NOT NULL
         AND ($3::text IS NULL OR e.region_code = $3) AND ($4::text IS NULL OR e.city_code = $4)
       GROUP BY e.${part}_code ORDER BY 2`,
      [
        connection_type,
        country_code,
        part === 'region' ? null : (region_code ?? null),
        part === 'isp' ? (city_code ?? null) : null,
      ],
    );
  }

  /** Countries whose code is the text or whose name contains it, in either case. */
  async searchCountryCodes(text: string): Promise<string[]> {
    const countries = await this.uow.manager
      .createQueryBuilder(CatalogCountry, 'country')
      .where('country.code = lower(:text) OR position(lower(:text) IN lower(country.name)) > 0', {
        text,
      })
      .getMany();
    return countries.map(({ code }) => code);
  }

  /** Checks that an exit or network matches the requested location. */
  async resolveTargeting(
    kind: PoolKind,
    request: TargetingRequest,
    exits: Exits = 'sold',
  ): Promise<TargetingRequest> {
    assertCountryForPlaces(request);
    return toTargeting(request, await this.matchTargeting(kind, request, exits));
  }

  /** As `resolveTargeting`, with the name of the location and the prices in force. */
  async getPoolOffer(
    kind: PoolKind,
    request: TargetingRequest,
    exits: Exits = 'sold',
  ): Promise<PoolOffer> {
    assertCountryForPlaces(request);
    const offer = await this.findPoolOffer(kind, request, exits);
    const { match, countryName, book, endpoint } = offer;
    const targeting = toTargeting(request, match);
    // Only of places on sale: what a request names is not bounded.
    this.endpoints.rememberForPool(kind, targeting.country, endpoint);
    return {
      targeting,
      locationName: toLocationName(request.country, countryName),
      book: toPriceBook(book),
    };
  }

  /** Which fields of the request have a matching exit, each in combination with the fields before it. */
  private async matchTargeting(
    kind: PoolKind,
    request: TargetingRequest,
    exits: Exits,
  ): Promise<TargetingMatch> {
    const [row] = await this.uow.manager.query<[TargetingMatch]>(
      toTargetingMatch(exits),
      toTargetingValues(kind, request),
    );
    return this.addNetworks(kind, request, row);
  }

  /** `matchTargeting`, the country's name, the price list and the endpoint in one statement, as every purchase needs them. */
  private async findPoolOffer(
    kind: PoolKind,
    request: TargetingRequest,
    exits: Exits,
  ): Promise<PoolOfferRow> {
    const { host, port, portSocks5 } = this.endpoints.preferred;
    const values = [...toTargetingValues(kind, request), host, port, portSocks5];
    const { rows } = await this.uow.execute<PoolOfferRow>(FIND_POOL_OFFER[exits], values);
    const row = rows[0]!;
    return { ...row, match: await this.addNetworks(kind, request, row.match) };
  }

  /** What no exit matches may be a place of a network. A second statement, for orders with such a place only. */
  private async addNetworks(
    kind: PoolKind,
    request: TargetingRequest,
    match: TargetingMatch,
  ): Promise<TargetingMatch> {
    if (!match.country || (match.region && match.city && match.isp)) return match;
    const networks = await this.uow.manager.query<NetworkRow[]>(
      `SELECT n.dialect, n.username, n.username_template AS "usernameTemplate",
              n.password_template AS "passwordTemplate", n.countries, n.targets_region AS region,
              n.targets_city AS city, n.targets_isp AS isp, n.targets_asn AS asn,
              ARRAY(SELECT l.level FROM supply_place_list l WHERE l.network_id = n.id) AS "placeLevels",
              (SELECT coalesce(json_agg(json_build_object('level', p.level, 'country', p.country, 'key', p.key,
                 'providerName', p.provider_name)), '[]')
               FROM supply_place p WHERE p.network_id = n.id AND p.key = ANY ($3::text[])) AS places
       FROM catalog_network n WHERE ${POOL_NETWORKS} AND ${hasCountry('n', '$2')}`,
      [kind, request.country, ['', ...toPlaceKeys(request)]],
    );
    const region = { ...request, city: null, isp: null };
    const city = { ...request, isp: null };
    return {
      country: true,
      region: match.region || canTarget(networks, region),
      city: match.city || canTarget(networks, city),
      isp: match.isp || canTarget(networks, request),
    };
  }
}

const toPlaceKeys = ({ region, city, isp }: TargetingRequest): string[] =>
  [region, city, isp].flatMap((name) => (name === null ? [] : [toPlaceKey(name)]));

const toTargetingValues = (
  kind: PoolKind,
  { country, region, city, isp }: TargetingRequest,
): (string | null)[] => [kind, country, region, city, isp];

/** "Nigeria" for `ng`, "Random location" for `zz`; an unknown code is returned in upper case. */
const toLocationName = (code: string, name: string | null): string =>
  code === RANDOM_LOCATION ? 'Random location' : (name ?? code.toUpperCase());

function assertCountryForPlaces({ country, region, city }: TargetingRequest): void {
  if (country !== RANDOM_LOCATION) return;
  if (region !== null) throw countryRequired('region');
  if (city !== null) throw countryRequired('city');
}

function toTargeting(
  { country, region, city, isp }: TargetingRequest,
  match: TargetingMatch,
): TargetingRequest {
  if (!match.country) throw countryNotOffered(country);
  if (!match.region) throw locationNotOffered('region');
  if (!match.city) throw locationNotOffered('city');
  if (!match.isp) throw locationNotOffered('isp');
  return { country, region, city, isp };
}
