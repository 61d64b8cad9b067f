import { Injectable, Logger } from '@nestjs/common';
import { decrypt } from '../../common/crypto/secrets';
import { type Page, type Paged, toOffset } from '../../common/http/pagination.dto';
import { AppConfig } from '../../config/app-config';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { exitContext } from '../catalog.encrypted-columns';
import { isAlive, isInService, servesAddress } from '../on-sale';
import {
  ExitNode,
  type ExitChange,
  type ExitCounts,
  type ExitFilter,
  type ExitStatus,
  type ListedExit,
  type ListedGateway,
  type ExitListing,
} from './exit.entity';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { exitNotFound } from '../catalog.errors';

type Row = Omit<ListedExit, 'upstream'> & { upstreamUrlEncrypted: string | null };

/** The own address of an exit and its dedicated ones; without an own address a row of null. */
const ADDRESSES = `SELECT e.local_address AS address
  UNION ALL SELECT s.address FROM stock_unit s WHERE s.exit_node_id = e.id`;

const STATUS = `CASE WHEN NOT e.enabled THEN 'disabled'
  WHEN EXISTS (SELECT FROM (${ADDRESSES}) a WHERE ${isInService('e', 'a.address')}) THEN 'in_service'
  ELSE 'not_served' END`;

/** Live gateway `g` serves an address of exit `e`. */
const SERVED_BY = `${isAlive('g')}
  AND EXISTS (SELECT FROM (${ADDRESSES}) a WHERE ${servesAddress('g', 'e', 'a.address')})`;

const COLUMNS = `e.id, e.kind, e.country, c.name AS "countryName", e.region_name AS "regionName",
  e.city_name AS "cityName", e.isp_name AS "ispName", e.leave, e.local_address AS "localAddress",
  e.upstream_url_encrypted AS "upstreamUrlEncrypted", e.gateway_group AS "gatewayGroup", e.weight, e.enabled,
  e.simulated, ${STATUS} AS status, e.created_at AS "createdAt",
  h.down_since AS "downSince", CASE WHEN h.down_since IS NOT NULL THEN h.error END AS "downReason",
  ARRAY(SELECT g.id FROM gateway g WHERE ${SERVED_BY} ORDER BY g.id) AS gateways,
  (SELECT json_build_object('total', count(*), 'sold', count(s.order_id),
            'notServed', count(*) FILTER (WHERE NOT ${isInService('e', 's.address')}))
   FROM stock_unit s WHERE s.exit_node_id = e.id) AS stock`;

/** $1 kind, $2 country, $3 status, $4 search as a pattern; null matches any. */
const MATCHING = `exit_node e LEFT JOIN catalog_country c ON c.code = e.country
  LEFT JOIN supply_health h ON h.exit_node_id = e.id
  WHERE ($1::text IS NULL OR e.kind = $1) AND ($2::text IS NULL OR e.country = $2)
    AND ($3::text IS NULL OR ${STATUS} = $3)
    AND ($4::text IS NULL OR concat_ws(' ', c.name, e.region_name, e.city_name, e.isp_name, e.gateway_group) ILIKE $4
         OR EXISTS (SELECT FROM (${ADDRESSES}) a WHERE a.address ILIKE $4)
         OR EXISTS (SELECT FROM gateway g WHERE (g.id ILIKE $4 OR g.region ILIKE $4) AND ${SERVED_BY}))`;

/** SQL, since what is served follows from what the gateways report. */
@Injectable()
export class ExitRepository {
  private readonly logger = new Logger(ExitRepository.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  /** By country, kind and id. */
  async findPage(filter: ExitFilter, page: Page): Promise<Paged<ListedExit>> {
    const search = filter.search && toLikePattern(filter.search);
    const values = [filter.kind, filter.country, filter.status, search].map((one) => one ?? null);
    const [rows, [counted]] = await this.uow.all<[Row[], [{ total: number }]]>(
      () =>
        this.uow.manager.query(
          `SELECT ${COLUMNS} FROM ${MATCHING}
           ORDER BY c.name NULLS LAST, e.country, e.kind, e.id LIMIT $5 OFFSET $6`,
          [...values, page.perPage, toOffset(page)],
        ),
      () => this.uow.manager.query(`SELECT count(*)::int AS total FROM ${MATCHING}`, values),
    );
    return { rows: rows.map((row) => this.toListed(row)), total: counted.total, page };
  }

  async countByStatus(): Promise<ExitCounts> {
    const rows = await this.uow.manager.query<{ status: ExitStatus; count: number }[]>(
      `SELECT ${STATUS} AS status, count(*)::int AS count FROM exit_node e GROUP BY 1`,
    );
    const counts = { in_service: 0, not_served: 0, disabled: 0 };
    for (const { status, count } of rows) counts[status] = count;
    return counts;
  }

  async findById(id: number): Promise<ListedExit | null> {
    const [exit] = await this.findByIds([id]);
    return exit ?? null;
  }

  async findByIds(ids: readonly number[]): Promise<ListedExit[]> {
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM exit_node e LEFT JOIN catalog_country c ON c.code = e.country
       LEFT JOIN supply_health h ON h.exit_node_id = e.id
       WHERE e.id = ANY ($1::int[])`,
      [ids],
    );
    return rows.map((row) => this.toListed(row));
  }

  /** Until the end of the transaction nobody else changes it. */
  lock(id: number): Promise<Required<ExitChange> | null> {
    return this.uow.requireTransaction().findOne(ExitNode, {
      select: { id: true, enabled: true, weight: true },
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** A trigger notifies the gateways. */
  async update(id: number, change: Required<ExitChange>): Promise<void> {
    await this.uow.requireTransaction().update(ExitNode, { id }, change);
  }

  /** By region and id. */
  findGateways(): Promise<ListedGateway[]> {
    return this.uow.manager.query<ListedGateway[]>(
      `SELECT g.id, g.region, g.host, g.public_host AS "publicHost", g.http_port AS "httpPort",
         g.socks_port AS "socksPort", g.https_port AS "httpsPort", g.version,
         CASE WHEN g.draining THEN 'draining' WHEN ${isAlive('g')} THEN 'live' ELSE 'silent' END AS status,
         g.started_at AS "startedAt", g.heartbeat_at AS "heartbeatAt",
         (SELECT count(*)::int FROM gateway_address ga WHERE ga.gateway_id = g.id) AS addresses,
         (SELECT count(*)::int FROM exit_node e WHERE e.enabled AND ${SERVED_BY}) AS exits
       FROM gateway g ORDER BY g.region, g.id`,
    );
  }

  private toListed({ upstreamUrlEncrypted, ...row }: Row): ListedExit {
    return {
      ...row,
      countryName: row.countryName ?? row.country.toUpperCase(),
      upstream: upstreamUrlEncrypted && this.toAddress(row.id, upstreamUrlEncrypted),
    };
  }

  /** Without credentials. One unreadable upstream must not hide the others. */
  private toAddress(id: number, encrypted: string): string | null {
    try {
      const url = new URL(decrypt(this.config.key('secrets'), exitContext(id), encrypted));
      return `${url.protocol}//${url.host}`;
    } catch (error) {
      this.logger.warn({ exitId: id, err: error }, 'The upstream of an exit is unreadable');
      return null;
    }
  }
}

/** The exits that the gateways dial through, and the gateways that serve them. */
@Injectable()
export class ExitsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly exits: ExitRepository,
    private readonly audit: AuditService,
  ) {}

  /** @returns a page of the exits that match, and how many there are in the whole shop by status. */
  async list(filter: ExitFilter, page: Page): Promise<ExitListing> {
    const [exits, counts] = await this.uow.all<[Paged<ListedExit>, ExitCounts]>(
      () => this.exits.findPage(filter, page),
      () => this.exits.countByStatus(),
    );
    return { exits, counts };
  }

  /** In no order; without those that are gone. */
  findByIds(ids: readonly number[]): Promise<ListedExit[]> {
    return this.exits.findByIds(ids);
  }

  /** @returns every gateway that has reported in the last 30 days. */
  listGateways(): Promise<ListedGateway[]> {
    return this.exits.findGateways();
  }

  /**
   * Changes an exit. The gateways follow within seconds: a disabled exit gets no new connection and is not on sale,
   * and open tunnels go on. Without a difference nothing is written.
   * @throws DomainError not_found EXIT_NOT_FOUND.
   */
  update(actor: AuditActor, id: number, change: ExitChange): Promise<ListedExit> {
    return this.uow.run(async () => {
      const found = await this.exits.lock(id);
      if (!found) throw exitNotFound();
      const before = { enabled: found.enabled, weight: found.weight };
      const after = {
        enabled: change.enabled ?? before.enabled,
        weight: change.weight ?? before.weight,
      };
      if (after.enabled !== before.enabled || after.weight !== before.weight) {
        await this.exits.update(id, after);
        await this.audit.record(actor, {
          action: 'system.exit_changed',
          target: `exit_node:${id}`,
          details: `Changed exit ${id}: ${describeChange(before, after)}`,
          before: { ...before, weight: plainNumber(before.weight) },
          after: { ...after, weight: plainNumber(after.weight) },
        });
      }
      return (await this.exits.findById(id))!;
    });
  }
}

function describeChange(before: Required<ExitChange>, after: Required<ExitChange>): string {
  const parts: string[] = [];
  if (after.enabled !== before.enabled) parts.push(after.enabled ? 'enabled' : 'disabled');
  if (after.weight !== before.weight) parts.push(`weight ${before.weight} to ${after.weight}`);
  return parts.join(', ');
}
