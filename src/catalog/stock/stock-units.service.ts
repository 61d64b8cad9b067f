import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { encrypt } from '../../common/crypto/secrets';
import { toPage, toPagination, type Paged } from '../../common/http/pagination.dto';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { unitContext } from '../catalog.encrypted-columns';
import { CatalogCountry } from '../catalog.entity';
import { refuse } from '../catalog.errors';
import { DATACENTER_PERIODS, ENDS_SOON } from '../catalog.types';
import { planImport, toImportData, type PlannedLine } from '../import';
import type { ImportData, ImportStockDto } from '../import.dto';
import { isSold, lastsFor } from '../on-sale';
import { queryPage } from '../query-page';
import type {
  CountryUnitsResponse,
  ListStockQuery,
  OneUnitData,
  StockData,
  StockUnitResponse,
  UpdateUnitDto,
} from './stock-unit.dto';
import { StockUnit, UNIT_STATUSES } from './stock-unit.entity';

const PER_PAGE = 15;

/** An address to add. With the account at the provider: never log it. */
export interface NewUnit extends Omit<PlannedLine, 'line' | 'key'> {
  readonly upstreamExpiresAt: Date | null;
  readonly providerId?: number;
  readonly upstreamRef?: string;
}

const STATUS = `CASE WHEN s.dead_at IS NOT NULL THEN 'dead'
  WHEN s.order_id IS NOT NULL AND s.upstream_expires_at < now() + interval '7 days' THEN 'expiring'
  WHEN s.order_id IS NOT NULL THEN 'sold'
  WHEN NOT s.enabled OR NOT ${isSold('e')} THEN 'disabled'
  WHEN NOT ${lastsFor('s', String(DATACENTER_PERIODS[0]))} THEN 'expiring'
  ELSE 'free' END`;

/** Bought units only: those of a gateway's machine have no upstream. */
const UNITS = `stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  LEFT JOIN catalog_country c ON c.code = e.country LEFT JOIN supply_provider sp ON sp.id = s.provider_id
  WHERE s.upstream_url_encrypted IS NOT NULL`;

/** Of `StockUnitResponse`, but that the end of the proxy is text. */
const COLUMNS = `s.id, e.country, coalesce(c.name, upper(e.country)) AS country_name, s.address,
  s.upstream_protocol AS protocol, s.upstream_port AS port, ${STATUS} AS status, s.enabled,
  s.upstream_expires_at, s.note, s.created_at,
  CASE WHEN sp.id IS NOT NULL THEN json_build_object('id', sp.id, 'name', sp.name) END AS provider,
  (SELECT json_build_object('id', p.id, 'user_id', p.user_id, 'customer', u.name, 'expires_at', p.expires_at)
   FROM proxy p JOIN users u ON u.id = p.user_id
   WHERE p.order_id = s.order_id AND p.ip = s.address AND p.status <> 'expired' LIMIT 1) AS proxy`;

/** Of $1 a `UnitFilter`, $2 country and $3 search as a pattern; null matches any. */
const MATCHING = `${UNITS}
  AND ($1::text IS NULL OR ${STATUS} = $1 OR ($1 = 'ending' AND ${ENDS_SOON})) AND ($2::text IS NULL OR e.country = $2)
  AND ($3::text IS NULL OR concat_ws(' ', s.address, s.note, c.name) ILIKE $3)`;

/** The units of stock that were bought at providers. Their state follows from order, end and the database's clock. */
@Injectable()
export class StockUnitsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * By country and id, with how many there are in the whole shop by state and country.
   * @param isFull whether port and account at the provider may be seen.
   */
  async list(query: ListStockQuery, isFull: boolean): Promise<StockData> {
    const search = query.search && toLikePattern(query.search);
    const [paged, countries] = await this.uow.all<
      [Paged<StockUnitResponse>, CountryUnitsResponse[]]
    >(
      () =>
        queryPage(
          this.uow,
          { select: COLUMNS, from: MATCHING, orderBy: 'c.name NULLS LAST, e.country, s.id' },
          [query.status, query.country, search].map((one) => one ?? null),
          toPage(query, PER_PAGE),
        ),
      () => this.countByCountry(),
    );
    const counts = { free: 0, sold: 0, expiring: 0, dead: 0, disabled: 0 };
    for (const country of countries)
      for (const status of UNIT_STATUSES) counts[status] += country[status];
    const units = paged.rows
      .map(withEnd)
      .map((unit) => (isFull ? unit : { ...unit, port: null, provider: null }));
    return { units, counts, countries, pagination: toPagination(paged) };
  }

  async get(id: number): Promise<StockUnitResponse> {
    const [unit] = await this.uow.manager.query<StockUnitResponse[]>(
      `SELECT ${COLUMNS} FROM ${UNITS} AND s.id = $1`,
      [id],
    );
    if (!unit) throw refuse('UNIT_NOT_FOUND');
    return withEnd(unit);
  }

  /**
   * Adds the units of a list whose addresses are not in stock; the same list again adds nothing. With `dry_run` nothing
   * is written.
   */
  async import(actor: AuditActor, body: ImportStockDto): Promise<ImportData> {
    const isDryRun = body.dry_run ?? false;
    const end = body.upstream_expires_at ? new Date(body.upstream_expires_at) : null;
    const now = this.clock.now();
    const countries = await this.uow.manager.find(CatalogCountry, { order: { name: 'ASC' } });
    const plan = planImport('unit', body, countries, (line, { expiresAt }) => {
      const upstreamExpiresAt = expiresAt ?? end;
      if (upstreamExpiresAt && upstreamExpiresAt <= now) return 'The end is in the past.';
      return { ...line, upstreamExpiresAt };
    });
    const taken = await this.findTaken(plan.planned.map(({ host }) => host));
    const fresh = plan.planned.filter(({ host }) => !taken.has(host));
    const added =
      isDryRun || !fresh.length
        ? new Set(fresh.map(({ host }) => host))
        : await this.uow.run(async () => {
            const stored = await this.add(fresh);
            if (stored.size)
              await this.audit.record(actor, {
                action: 'system.stock_imported',
                target: 'stock',
                details: `Imported ${stored.size} units of stock: ${countPerCountry(
                  fresh.filter(({ host }) => stored.has(host)),
                )}`,
              });
            return stored;
          });
    return toImportData('unit', plan, added, countries, isDryRun);
  }

  /**
   * Changes a unit. A disabled one is not sold; the proxy that has it keeps it. Enabling brings a withdrawn one back.
   */
  update(actor: AuditActor, id: number, body: UpdateUnitDto): Promise<OneUnitData> {
    const { enabled, note, upstream_expires_at: end } = body;
    const change = {
      ...(enabled !== undefined && { enabled }),
      ...(enabled && { deadAt: null }),
      ...(end !== undefined && { upstreamExpiresAt: end === null ? null : new Date(end) }),
      ...(note !== undefined && { note: note || null }),
    };
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      // Until the end of the transaction nobody else changes, sells or replaces it.
      await manager.query(`SELECT FROM stock_unit WHERE id = $1 FOR UPDATE`, [id]);
      const before = await this.get(id);
      if (Object.keys(change).length) await manager.update(StockUnit, { id }, change);
      const unit = await this.get(id);
      const [was, is] = [toAudited(before), toAudited(unit)];
      if (!isDeepStrictEqual(was, is))
        await this.audit.record(actor, {
          action: 'system.stock_changed',
          target: `stock_unit:${id}`,
          details: `Changed unit ${id} of stock, ${unit.address}`,
          before: was,
          after: is,
        });
      return { unit };
    });
  }

  /** @returns those of the addresses that are in stock, from wherever. */
  async findTaken(addresses: readonly string[]): Promise<Set<string>> {
    const rows = await this.uow.manager.query<{ address: string }[]>(
      `SELECT address FROM stock_unit WHERE address = ANY ($1::text[])`,
      [addresses],
    );
    return new Set(rows.map(({ address }) => address));
  }

  /**
   * Adds the units whose addresses are not there, each to the one exit of its country that stands for bought addresses.
   * Sorted by address, so that imports of the same list wait for each other instead of deadlocking. Needs an open unit of
   * work.
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
    const records = units.map(({ country, host, protocol, port, ...unit }, index) => ({
      ...{ id: ids[index]!.id, country, address: host, protocol, port },
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

  /** By the name of the country. */
  private countByCountry(): Promise<CountryUnitsResponse[]> {
    const counts = UNIT_STATUSES.map(
      (status) => `count(*) FILTER (WHERE status = '${status}')::int AS ${status}`,
    );
    return this.uow.manager.query<CountryUnitsResponse[]>(
      `SELECT country, country_name, ${counts.join(', ')}
       FROM (SELECT e.country, coalesce(c.name, upper(e.country)) AS country_name, ${STATUS} AS status
             FROM ${UNITS}) AS unit
       GROUP BY country, country_name ORDER BY country_name, country`,
    );
  }
}

/** JSON has no times. */
const withEnd = ({ proxy, ...unit }: StockUnitResponse): StockUnitResponse => ({
  ...unit,
  proxy: proxy && { ...proxy, expires_at: new Date(proxy.expires_at) },
});

const toAudited = ({ enabled, status, upstream_expires_at, note }: StockUnitResponse) => ({
  ...{ enabled, status, note, upstream_expires_at },
});

/** "3 de, 2 ng". */
function countPerCountry(units: readonly NewUnit[]): string {
  const counts = new Map<string, number>();
  for (const { country } of units) counts.set(country, (counts.get(country) ?? 0) + 1);
  return [...counts].map(([country, count]) => `${count} ${country}`).join(', ');
}
