import { Injectable } from '@nestjs/common';
import { encrypt } from '../../common/crypto/secrets';
import { type Page, type Paged, toOffset } from '../../common/http/pagination.dto';
import type { StaticProtocol } from '../../common/proxy-list';
import { AppConfig } from '../../config/app-config';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { DATACENTER_PERIODS } from '../catalog.types';
import { lastsFor } from '../on-sale';
import { unitContext } from '../catalog.encrypted-columns';
import {
  StockUnit,
  type CountryUnits,
  type ListedUnit,
  type UnitChange,
  type UnitCounts,
  type UnitFilter,
  type UnitStatus,
  UNIT_STATUSES,
  type ImportResult,
  type UnitImport,
  type UnitListing,
} from './stock-unit.entity';
import { isDeepStrictEqual } from 'node:util';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import { Clock } from '../../common/time/clock';
import { unitNotFound } from '../catalog.errors';
import { LocationRepository } from '../catalog.service';
import { type ImportPlan, planImport, toCountryCodes, toImportResult } from './plan-import';

/** With the account at the provider: never log it. */
export interface NewUnit {
  readonly country: string;
  readonly address: string;
  readonly protocol: StaticProtocol;
  readonly port: number;
  readonly upstreamUrl: string;
  readonly upstreamExpiresAt: Date | null;
  readonly providerId?: number;
  readonly upstreamRef?: string;
}

const STATUS = `CASE WHEN s.dead_at IS NOT NULL THEN 'dead'
  WHEN s.order_id IS NOT NULL AND s.upstream_expires_at < now() + interval '7 days' THEN 'expiring'
  WHEN s.order_id IS NOT NULL THEN 'sold'
  WHEN NOT s.enabled THEN 'disabled'
  WHEN NOT ${lastsFor('s', String(DATACENTER_PERIODS[0]))} THEN 'expiring'
  ELSE 'free' END`;

const UNITS = `stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  LEFT JOIN catalog_country c ON c.code = e.country LEFT JOIN supply_provider sp ON sp.id = s.provider_id`;

const COLUMNS = `s.id, e.country, coalesce(c.name, upper(e.country)) AS "countryName", s.address,
  s.upstream_protocol AS protocol, s.upstream_port AS port, ${STATUS} AS status, s.enabled,
  s.upstream_expires_at AS "upstreamExpiresAt", s.note, s.created_at AS "createdAt",
  sp.id AS "providerId", sp.name AS "providerName", s.upstream_ref AS "upstreamRef", sold.*`;

const PROXY = `LEFT JOIN LATERAL (
    SELECT p.id AS "proxyId", p.user_id AS "userId", u.name AS customer, p.expires_at AS "expiresAt"
    FROM proxy p JOIN users u ON u.id = p.user_id
    WHERE p.order_id = s.order_id AND p.ip = s.address AND p.status <> 'expired') AS sold ON true`;

/** Of $1 status, $2 country and $3 search as a pattern; null matches any. */
const MATCHING = `s.upstream_url_encrypted IS NOT NULL
  AND ($1::text IS NULL OR ${STATUS} = $1) AND ($2::text IS NULL OR e.country = $2)
  AND ($3::text IS NULL OR concat_ws(' ', s.address, s.note, c.name) ILIKE $3)`;

interface Row extends Omit<ListedUnit, 'proxy' | 'provider'> {
  providerId: number | null;
  providerName: string;
  upstreamRef: string | null;
  proxyId: number | null;
  userId: number;
  customer: string;
  expiresAt: Date;
}

/** SQL, since the state of a unit follows from its order, its end and the clock of the database. */
@Injectable()
export class StockUnitRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  /** By country and id. */
  async findPage(filter: UnitFilter, page: Page): Promise<Paged<ListedUnit>> {
    const search = filter.search && toLikePattern(filter.search);
    const values = [filter.status, filter.country, search].map((one) => one ?? null);
    const [rows, [counted]] = await this.uow.all<[Row[], [{ total: number }]]>(
      () =>
        this.uow.manager.query(
          `SELECT ${COLUMNS} FROM ${UNITS} ${PROXY} WHERE ${MATCHING}
           ORDER BY c.name NULLS LAST, e.country, s.id LIMIT $4 OFFSET $5`,
          [...values, page.perPage, toOffset(page)],
        ),
      () =>
        this.uow.manager.query(
          `SELECT count(*)::int AS total FROM ${UNITS} WHERE ${MATCHING}`,
          values,
        ),
    );
    return { rows: rows.map(toListed), total: counted.total, page };
  }

  /** By the name of the country. */
  async countByCountry(): Promise<CountryUnits[]> {
    const rows = await this.uow.manager.query<
      { country: string; countryName: string; status: UnitStatus; count: number }[]
    >(
      `SELECT e.country, coalesce(c.name, upper(e.country)) AS "countryName", ${STATUS} AS status,
              count(*)::int AS count
       FROM ${UNITS} WHERE s.upstream_url_encrypted IS NOT NULL
       GROUP BY e.country, c.name, ${STATUS} ORDER BY 2, 1`,
    );
    const byCountry = new Map<string, CountryUnits>();
    for (const { country, countryName, status, count } of rows) {
      const known = byCountry.get(country) ?? { ...NO_UNITS, country, countryName };
      byCountry.set(country, { ...known, [status]: count });
    }
    return [...byCountry.values()];
  }

  async findById(id: number): Promise<ListedUnit | null> {
    const [row] = await this.uow.manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM ${UNITS} ${PROXY} WHERE s.id = $1 AND s.upstream_url_encrypted IS NOT NULL`,
      [id],
    );
    return row ? toListed(row) : null;
  }

  /** Until the end of the transaction nobody else changes, sells or replaces it. */
  async lock(id: number): Promise<ListedUnit | null> {
    await this.uow
      .requireTransaction()
      .query(`SELECT FROM stock_unit WHERE id = $1 FOR UPDATE`, [id]);
    return this.findById(id);
  }

  /** A unit that is enabled is not dead any more. */
  async update(id: number, change: UnitChange): Promise<void> {
    if (Object.values(change).every((value) => value === undefined)) return;
    const { enabled, upstreamExpiresAt, note } = change;
    await this.uow
      .requireTransaction()
      .update(
        StockUnit,
        { id },
        { enabled, upstreamExpiresAt, note, ...(enabled && { deadAt: null }) },
      );
  }

  async findTaken(addresses: readonly string[]): Promise<Set<string>> {
    const rows = await this.uow.manager.query<{ address: string }[]>(
      `SELECT address FROM stock_unit WHERE address = ANY ($1::text[])`,
      [addresses],
    );
    return new Set(rows.map(({ address }) => address));
  }

  /**
   * Adds the units whose addresses are not there, each to the one exit of its country that stands for bought addresses.
   * Sorted by address, so that imports of the same list wait for each other instead of deadlocking.
   * @returns the addresses that were added.
   */
  async add(units: readonly NewUnit[]): Promise<Set<string>> {
    const manager = this.uow.requireTransaction();
    const countries = [...new Set(units.map(({ country }) => country))].sort();
    await manager.query(
      `INSERT INTO exit_node (kind, country, leave) SELECT 'datacenter', unnest($1::text[]), 'upstream'
       ON CONFLICT (country) WHERE leave = 'upstream' AND upstream_url_encrypted IS NULL DO NOTHING`,
      [countries],
    );
    // The encryption needs the ids before the insert.
    const ids = await manager.query<{ id: number }[]>(
      `SELECT nextval(pg_get_serial_sequence('stock_unit', 'id'))::int AS id FROM generate_series(1, $1::int)`,
      [units.length],
    );
    const key = this.config.key('secrets');
    const records = units.map((unit, index) => ({
      id: ids[index]!.id,
      country: unit.country,
      address: unit.address,
      protocol: unit.protocol,
      port: unit.port,
      url: encrypt(key, unitContext(ids[index]!.id), unit.upstreamUrl),
      expires_at: unit.upstreamExpiresAt,
      provider: unit.providerId ?? null,
      ref: unit.upstreamRef ?? null,
    }));
    const added = await manager.query<{ address: string }[]>(
      `INSERT INTO stock_unit (id, exit_node_id, address, upstream_protocol, upstream_port,
         upstream_url_encrypted, upstream_expires_at, provider_id, upstream_ref)
       SELECT n.id, e.id, n.address, n.protocol, n.port, n.url, n.expires_at, n.provider, n.ref
       FROM jsonb_to_recordset($1::jsonb) AS n (id int, country text, address text, protocol text,
              port int, url text, expires_at timestamptz, provider int, ref text)
       JOIN exit_node e ON e.country = n.country AND e.leave = 'upstream' AND e.upstream_url_encrypted IS NULL
       ORDER BY n.address ON CONFLICT (address) DO NOTHING RETURNING address`,
      [JSON.stringify(records)],
    );
    return new Set(added.map(({ address }) => address));
  }
}

export const NO_UNITS: UnitCounts = { free: 0, sold: 0, expiring: 0, dead: 0, disabled: 0 };

const toListed = ({
  proxyId,
  userId,
  customer,
  expiresAt,
  providerId,
  providerName,
  upstreamRef,
  ...unit
}: Row): ListedUnit => ({
  ...unit,
  country: unit.country.trim(),
  provider:
    providerId === null ? null : { id: providerId, name: providerName, ref: upstreamRef ?? '' },
  proxy: proxyId === null ? null : { id: proxyId, userId, customer, expiresAt },
});

export const MAX_IMPORT_LINES = 5_000;

/** The units of stock that were bought at providers. */
@Injectable()
export class StockUnitsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly units: StockUnitRepository,
    private readonly locations: LocationRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @returns a page of the units that match, and how many there are in the whole shop by state and country. */
  async list(filter: UnitFilter, page: Page): Promise<UnitListing> {
    const [units, countries] = await this.uow.all<[Paged<ListedUnit>, CountryUnits[]]>(
      () => this.units.findPage(filter, page),
      () => this.units.countByCountry(),
    );
    const counts = { ...NO_UNITS };
    for (const country of countries)
      for (const status of UNIT_STATUSES) counts[status] += country[status];
    return { units, counts, countries };
  }

  /** @throws DomainError not_found UNIT_NOT_FOUND. */
  async get(id: number): Promise<ListedUnit> {
    const unit = await this.units.findById(id);
    if (!unit) throw unitNotFound();
    return unit;
  }

  /**
   * Adds the units of a list whose addresses are not in stock; the same list again adds nothing. With `dryRun` nothing
   * is written.
   * @throws DomainError invalid for a list that is too long or empty.
   */
  async import(actor: AuditActor, request: UnitImport): Promise<ImportResult> {
    const countries = await this.locations.findAllCountries();
    const plan = planImport(request, toCountryCodes(countries), this.clock.now());
    const lines = plan.units.length + plan.rejected.length;
    if (lines === 0) throw invalidFields({ text: ['The list is empty.'] });
    if (lines > MAX_IMPORT_LINES)
      throw invalidFields({ text: [`A list has at most ${MAX_IMPORT_LINES} lines. Split it.`] });
    const addresses = plan.units.map(({ address }) => address);
    const taken = await this.units.findTaken(addresses);
    const fresh = plan.units.filter(({ address }) => !taken.has(address));
    const added =
      request.dryRun || !fresh.length
        ? new Set(fresh.map(({ address }) => address))
        : await this.add(actor, fresh);
    return { isDryRun: request.dryRun, ...toImportResult(plan, added, countries) };
  }

  /**
   * Changes a unit. A disabled one is not sold; the proxy that has it keeps it. Enabling brings a withdrawn one back.
   * @throws DomainError not_found UNIT_NOT_FOUND.
   */
  update(actor: AuditActor, id: number, change: UnitChange): Promise<ListedUnit> {
    return this.uow.run(async () => {
      const before = await this.units.lock(id);
      if (!before) throw unitNotFound();
      await this.units.update(id, change);
      const after = (await this.units.findById(id))!;
      const [was, is] = [toAudited(before), toAudited(after)];
      if (!isDeepStrictEqual(was, is))
        await this.audit.record(actor, {
          action: 'system.stock_changed',
          target: `stock_unit:${id}`,
          details: `Changed unit ${id} of stock, ${after.address}`,
          before: was,
          after: is,
        });
      return after;
    });
  }

  /** @returns the addresses that were added. */
  private add(actor: AuditActor, units: ImportPlan['units']): Promise<Set<string>> {
    return this.uow.run(async () => {
      const added = await this.units.add(units);
      if (added.size)
        await this.audit.record(actor, {
          action: 'system.stock_imported',
          target: 'stock',
          details: `Imported ${added.size} units of stock: ${countPerCountry(
            units.filter(({ address }) => added.has(address)),
          )}`,
        });
      return added;
    });
  }
}

const toAudited = ({ enabled, status, upstreamExpiresAt, note }: ListedUnit) => ({
  ...{ enabled, status, note },
  upstream_expires_at: upstreamExpiresAt,
});

/** "3 de, 2 ng". */
function countPerCountry(units: ImportPlan['units']): string {
  const counts = new Map<string, number>();
  for (const { country } of units) counts.set(country, (counts.get(country) ?? 0) + 1);
  return [...counts].map(([country, count]) => `${count} ${country}`).join(', ');
}
