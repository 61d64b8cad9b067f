import { Injectable, Logger } from '@nestjs/common';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { decrypt } from '../../common/crypto/secrets';
import { toPage, toPagination, type Paged } from '../../common/http/pagination.dto';
import { AppConfig } from '../../config/app-config';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { exitContext } from '../catalog.encrypted-columns';
import { refuse } from '../catalog.errors';
import { hasHeartbeat, isAlive, isInService, isSold, servesAddress } from '../on-sale';
import { queryPage } from '../query-page';
import type {
  CoverageData,
  CoverageRowResponse,
  ExitCountsResponse,
  ExitData,
  ExitResponse,
  ExitsData,
  GatewayResponse,
  ListCoverageQuery,
  ListExitsQuery,
  SellExitsDto,
  UpdateExitDto,
} from './exit.dto';
import { ExitNode, type ExitStatus } from './exit.entity';

const EXITS_PER_PAGE = 15;
const COVERAGE_PER_PAGE = 25;

/** The own address of an exit and its dedicated ones; without an own address a row of null. */
const ADDRESSES = `SELECT e.local_address AS address
  UNION ALL SELECT s.address FROM stock_unit s WHERE s.exit_node_id = e.id`;

const STATUS = `CASE WHEN NOT e.enabled THEN 'disabled'
  WHEN EXISTS (SELECT FROM (${ADDRESSES}) a WHERE ${isInService('e', 'a.address')}) THEN CASE WHEN e.selling THEN 'in_service' ELSE 'not_selling' END
  ELSE 'not_served' END`;

/** Live gateway `g` serves an address of exit `e`. */
const SERVED_BY = `${isAlive('g')}
  AND EXISTS (SELECT FROM (${ADDRESSES}) a WHERE ${servesAddress('g', 'e', 'a.address')})`;

/** Of `ExitResponse`, but that `upstream` is encrypted. */
const COLUMNS = `e.id, e.kind, e.country, coalesce(c.name, upper(e.country)) AS country_name, e.region_name AS region,
  e.city_name AS city, e.isp_name AS isp, e.local_address, e.upstream_url_encrypted AS upstream,
  e.leave = 'upstream' AS is_upstream, e.gateway_group, e.weight, e.enabled, e.selling, e.simulated, ${STATUS} AS status,
  h.down_since, CASE WHEN h.down_since IS NOT NULL THEN h.error END AS down_reason,
  ARRAY(SELECT g.id FROM gateway g WHERE ${SERVED_BY} ORDER BY g.id) AS gateways,
  (SELECT json_build_object('total', count(*), 'sold', count(s.order_id), 'customers', count(DISTINCT o.user_id),
            'not_served', count(*) FILTER (WHERE NOT ${isInService('e', 's.address')}))
   FROM stock_unit s LEFT JOIN proxy_order o ON o.id = s.order_id WHERE s.exit_node_id = e.id) AS addresses, e.created_at`;

const EXITS = `exit_node e LEFT JOIN catalog_country c ON c.code = e.country
  LEFT JOIN supply_health h ON h.exit_node_id = e.id`;

/** $1 kind, $2 country, $3 an `ExitFilter`, $4 search as a pattern; null matches any. */
const MATCHING = `${EXITS}
  WHERE ($1::text IS NULL OR e.kind = $1) AND ($2::text IS NULL OR e.country = $2)
    AND ($3::text IS NULL OR ${STATUS} = $3
         OR ($3 = 'out_of_sale' AND e.enabled AND h.down_since IS NOT NULL))
    AND ($4::text IS NULL OR concat_ws(' ', c.name, e.region_name, e.city_name, e.isp_name, e.gateway_group) ILIKE $4
         OR EXISTS (SELECT FROM (${ADDRESSES}) a WHERE a.address ILIKE $4)
         OR EXISTS (SELECT FROM gateway g WHERE (g.id ILIKE $4 OR g.region ILIKE $4) AND ${SERVED_BY}))`;

/** One row per country and kind that is sold through something. $1 kind, $2 search as a pattern; null matches any. */
const COVERAGE = `(
    SELECT e.country, e.kind, count(*) FILTER (WHERE ${isInService('e')})::int AS exits,
      count(*) FILTER (WHERE NOT ${isInService('e')})::int AS not_served
    FROM exit_node e WHERE ${isSold('e')} GROUP BY e.country, e.kind
  ) served FULL JOIN (
    SELECT sold.country, n.kind, json_agg(json_build_object('id', n.id, 'name', n.name) ORDER BY n.name) AS networks
    FROM supply_network n CROSS JOIN LATERAL
      unnest(coalesce(n.countries, ARRAY(SELECT code::text FROM catalog_country))) AS sold (country)
    WHERE n.enabled GROUP BY sold.country, n.kind
  ) network USING (country, kind)
  LEFT JOIN catalog_country c ON c.code = country
  WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR c.name ILIKE $2 OR country ILIKE $2)`;

/** The exits that the gateways dial through, and the gateways that serve them. */
@Injectable()
export class ExitsService {
  private readonly logger = new Logger(ExitsService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
  ) {}

  /**
   * By country, kind and id, with how many there are in the whole shop by status.
   * @param isFull whether the account at another proxy's operator may be seen.
   */
  async list(query: ListExitsQuery, isFull: boolean): Promise<ExitsData> {
    const search = query.search && toLikePattern(query.search);
    const [paged, counts] = await this.uow.all<[Paged<ExitResponse>, ExitCountsResponse]>(
      () =>
        queryPage(
          this.uow,
          {
            select: COLUMNS,
            from: MATCHING,
            orderBy: 'c.name NULLS LAST, e.country, e.kind, e.id',
          },
          [query.kind, query.country, query.status, search].map((one) => one ?? null),
          toPage(query, EXITS_PER_PAGE),
        ),
      () => this.countByStatus(),
    );
    const exits = paged.rows
      .map((exit) => this.withPlainUpstream(exit))
      .map((exit) => (isFull ? exit : { ...exit, upstream: null }));
    return { exits, counts, pagination: toPagination(paged) };
  }

  /** In no order; without those that are gone. */
  async findByIds(ids: readonly number[]): Promise<ExitResponse[]> {
    const rows = await this.uow.manager.query<ExitResponse[]>(
      `SELECT ${COLUMNS} FROM ${EXITS} WHERE e.id = ANY ($1::int[])`,
      [ids],
    );
    return rows.map((exit) => this.withPlainUpstream(exit));
  }

  /** Every gateway that has reported in the last 30 days, by region and id. */
  listGateways(): Promise<GatewayResponse[]> {
    return this.uow.manager.query<GatewayResponse[]>(
      `SELECT g.id, g.region, g.host AS machine, g.public_host, g.http_port, g.socks_port AS socks5_port, g.https_port,
         g.version, CASE WHEN g.draining OR (g.drain_requested_at IS NOT NULL AND ${hasHeartbeat('g')})
           THEN 'draining' WHEN ${isAlive('g')} THEN 'live' ELSE 'silent' END AS status,
         g.started_at, g.heartbeat_at, g.drain_requested_at,
         (SELECT count(*)::int FROM gateway_address ga WHERE ga.gateway_id = g.id) AS addresses,
         (SELECT count(*)::int FROM exit_node e WHERE e.enabled AND ${SERVED_BY}) AS exits
       FROM gateway g ORDER BY g.region, g.id`,
    );
  }

  /**
   * Has a gateway take no new connections and its open ones finish, or takes that back. It stays so when it is started again.
   * @throws DomainError not_found.
   */
  drainGateway(actor: AuditActor, id: string, isDrained: boolean, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const [rows] = await this.uow.requireTransaction().query<[unknown[], number]>(
        `UPDATE gateway SET drain_requested_at = CASE WHEN $2 THEN coalesce(drain_requested_at, now()) END
         WHERE id = $1 RETURNING pg_notify('gateway_exit', '')`,
        [id, isDrained],
      );
      if (!rows.length) throw refuse('GATEWAY_NOT_FOUND');
      await this.audit.record(actor, {
        action: 'system.gateway_drained',
        target: `gateway:${id}`,
        details: `${isDrained ? 'Drained the gateway' : 'Took the gateway back into service:'} ${id}. ${reason}`,
      });
    });
  }

  /** What is on sale where, and through what, by country and kind. */
  async listCoverage(query: ListCoverageQuery): Promise<CoverageData> {
    const { kind = null, search } = query;
    const paged = await queryPage<CoverageRowResponse>(
      this.uow,
      {
        select: `country, coalesce(c.name, upper(country)) AS country_name, kind, coalesce(exits, 0) AS exits,
          coalesce(not_served, 0) AS not_served, coalesce(networks, '[]') AS networks`,
        from: COVERAGE,
        orderBy: 'c.name NULLS LAST, country, kind',
      },
      [kind, search === undefined ? null : toLikePattern(search)],
      toPage(query, COVERAGE_PER_PAGE),
    );
    return { coverage: paged.rows, pagination: toPagination(paged) };
  }

  /**
   * Changes an exit. The gateways follow within seconds: a disabled exit gets no new connection and is not on sale,
   * and open tunnels go on. Without a difference nothing is written.
   */
  update(actor: AuditActor, id: number, change: UpdateExitDto): Promise<ExitData> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const found = await manager.findOne(ExitNode, {
        select: { id: true, enabled: true, selling: true, weight: true },
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!found) throw refuse('EXIT_NOT_FOUND');
      const { enabled, selling, weight } = found;
      const before = { enabled, selling, weight };
      const after = {
        enabled: change.enabled ?? before.enabled,
        selling: change.selling ?? before.selling,
        weight: change.weight ?? before.weight,
      };
      const parts: string[] = [];
      if (after.enabled !== before.enabled) parts.push(after.enabled ? 'enabled' : 'disabled');
      if (after.selling !== before.selling)
        parts.push(after.selling ? 'sold again' : 'not sold, goes on serving');
      if (after.weight !== before.weight) parts.push(`weight ${before.weight} to ${after.weight}`);
      if (parts.length) {
        await manager.update(ExitNode, { id }, after);
        await this.audit.record(actor, {
          action: 'system.exit_changed',
          target: `exit_node:${id}`,
          details: `Changed exit ${id}: ${parts.join(', ')}`,
          before: { ...before, weight: plainNumber(before.weight) },
          after: { ...after, weight: plainNumber(after.weight) },
        });
      }
      const [exit] = await this.findByIds([id]);
      return { exit: exit! };
    });
  }

  /** Stops selling on exits, or sells on them again: on all or, when one is unknown, on none. */
  sell(actor: AuditActor, { ids, selling }: SellExitsDto): Promise<void> {
    return this.uow.run(async () => {
      for (const id of [...new Set(ids)].sort((a, b) => a - b))
        await this.update(actor, id, { selling });
    });
  }

  private async countByStatus(): Promise<ExitCountsResponse> {
    const rows = await this.uow.manager.query<{ status: ExitStatus; count: number }[]>(
      `SELECT ${STATUS} AS status, count(*)::int AS count FROM exit_node e GROUP BY 1`,
    );
    const counts = { in_service: 0, not_selling: 0, not_served: 0, disabled: 0 };
    for (const { status, count } of rows) counts[status] = count;
    return counts;
  }

  /** Scheme, host and port without credentials. One unreadable upstream must not hide the others. */
  private withPlainUpstream({ upstream, ...exit }: ExitResponse): ExitResponse {
    if (upstream === null) return { ...exit, upstream };
    try {
      const url = new URL(decrypt(this.config.key('secrets'), exitContext(exit.id), upstream));
      return { ...exit, upstream: `${url.protocol}//${url.host}` };
    } catch (error) {
      this.logger.warn({ exitId: exit.id, err: error }, 'The upstream of an exit is unreadable');
      return { ...exit, upstream: null };
    }
  }
}
