import { Injectable } from '@nestjs/common';
import { ExitsService } from '../../catalog/exits/exits.service';
import type { ReportedState } from '../../common/gateway/gateway-messages';
import { PROXY_ERROR_HELP, isProxyErrorReason } from '../../common/gateway/proxy-errors';
import { nameCountry } from '../../common/country';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { Clock, DAY, HOUR } from '../../common/time/clock';
import { toLabelSql } from '../../database/label-sql';
import { UnitOfWork } from '../../database/unit-of-work';
import { AllowedAddressesService } from '../allowed-addresses/allowed-addresses.service';
import { LiveConnectionsService } from '../connections/live-connections.service';
import { unknownProxy } from '../proxies.errors';
import { isRenewable, meteredBytes } from '../proxy.sql';
import { KIND_OF_TYPE } from '../proxy.types';
import { UsageService } from '../usage/usage.service';
import type {
  DiagnosedNetworkResponse,
  DiagnosedNetworkState,
  DiagnosedProxyResponse,
  ProxyDiagnosisData,
  RouteResponse,
  TroubledProxiesData,
  TroubledProxyResponse,
  WouldUseResponse,
} from './proxy-diagnosis.dto';
import { type DiagnosisFacts, findReasons } from './proxy-diagnosis.reasons';

const NETWORK_DAYS = 7;
const MAX_TROUBLED = 20;
const MAX_DIALS = 20;

type Found = Pick<
  DiagnosisFacts,
  'isRefunded' | 'isRenewable' | 'suspendedBy' | 'usedBytes' | 'limitBytes' | 'lastSeenAt'
> & {
  readonly proxy: Omit<DiagnosedProxyResponse, 'expires_at'> & { readonly expires_at: string };
};

interface NetworkRow extends Omit<DiagnosedNetworkResponse, 'state'> {
  readonly enabled: boolean;
  readonly sells: boolean;
  readonly down: boolean;
  readonly spent: boolean;
  readonly refused: boolean;
}

interface Answer {
  readonly gateway: string;
  readonly state: ReportedState;
}

const KIND = toLabelSql('p.type', KIND_OF_TYPE);

/** Why requests of a proxy fail, for staff. Nothing is decided here: gateways say what they would do. */
@Injectable()
export class ProxyDiagnosisService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly connections: LiveConnectionsService,
    private readonly usage: UsageService,
    private readonly addresses: AllowedAddressesService,
    private readonly exits: ExitsService,
  ) {}

  async diagnose(actor: Actor, id: number): Promise<ProxyDiagnosisData> {
    const { proxy: stored, ...found } = await this.find(id);
    const proxy = { ...stored, expires_at: new Date(stored.expires_at) };
    const now = this.clock.now();
    const owner = { userId: proxy.user.id };
    const since = (ms: number) => ({
      proxy_id: id,
      from: new Date(now.getTime() - ms).toISOString(),
    });
    const [answers, failures, lastHours, report, networkRows, lists, gateways] = await Promise.all([
      this.connections.diagnose(id),
      this.usage.getFailures(owner, since(DAY)),
      this.usage.getFailures(owner, since(HOUR)),
      this.usage.getReport(owner, { proxy_id: id, interval: 'hour' }),
      this.findNetworks(proxy, now),
      this.addresses.listOf(owner.userId),
      this.exits.listGateways(),
    ]);
    const { connections } = answers;
    const known = answers.states.flatMap(({ gateway, state }) =>
      state ? [{ gateway, state }] : [],
    );
    const isNear = ({ public_host, http_port, socks5_port }: (typeof gateways)[number]) =>
      [http_port, socks5_port].some((port) => `${public_host}:${port}` === proxy.endpoint);
    const near = new Set(gateways.filter(isNear).map((gateway) => gateway.id));
    const states = known.some(({ gateway }) => near.has(gateway))
      ? known.filter(({ gateway }) => near.has(gateway))
      : known;
    const networks = networkRows.map((row) => toNetwork(row, known));
    const nameRoute = await this.nameRoutes(known, networkRows, can(actor, 'supply.read'));
    const hidden = networks.map((network) => ({
      ...network,
      name: nameRoute(-network.id).name,
      last_error: can(actor, 'supply.read') ? network.last_error : null,
    }));
    const own = lists.proxies.find(({ proxy_id }) => proxy_id === id)?.addresses ?? [];
    const recent = lastHours.filter(({ last_at }) => now.getTime() - last_at.getTime() < HOUR);
    const reasons = findReasons({
      ...found,
      ...{ proxy, states, networks: hidden, failures: recent, now },
      gateways: gateways.map(({ id: gateway, status, heartbeat_at }) => ({
        ...{ id: gateway, isLive: status !== 'silent', heartbeatAt: heartbeat_at },
      })),
      isComplete: connections.complete,
      openConnections: connections.total,
      addresses: { enabled: lists.enabled, listed: [...lists.account, ...own] },
    });
    const isBlocked = reasons.some(({ is_blocking }) => is_blocking);
    return {
      ...{ proxy, reasons, failures, connections, networks: hidden },
      status: isBlocked ? 'blocked' : recent.length > 0 ? 'failing' : 'ok',
      not_known: toNotKnown(answers.states, connections.complete),
      exits: known
        .flatMap(({ gateway, state }) =>
          state.dials.map(({ at, exit, country, ms, error }) => ({
            ...{ at: new Date(at), gateway, route: nameRoute(exit), country },
            ...{ latency_ms: ms, error },
          })),
        )
        .sort((a, b) => b.at.getTime() - a.at.getTime())
        .slice(0, MAX_DIALS),
      usage: {
        ...report.totals,
        peak_connections: report.peak_connections,
        last_seen_at: found.lastSeenAt && new Date(found.lastSeenAt),
        ...{ used_bytes: found.usedBytes, limit_bytes: found.limitBytes },
        connection_limit: known[0]?.state.connectionLimit ?? null,
      },
      would_use: toWouldUse(
        [...states, ...known.filter((each) => !states.includes(each))],
        nameRoute,
      ),
    };
  }

  /** The proxies of a customer that refused requests in the last hour. */
  async findTroubled(userId: number): Promise<TroubledProxiesData> {
    const rows = await this.uow.manager.query<
      (Omit<TroubledProxyResponse, 'title'> & { reason: string; total: number })[]
    >(
      `SELECT p.id, ${KIND} AS type, p.country AS location, f.failures, f.last_at, f.reason,
              (count(*) OVER ())::int AS total
       FROM proxy p CROSS JOIN LATERAL (
         SELECT sum(u.count)::float8 AS failures, max(u.last_at) AS last_at,
                (array_agg(u.reason ORDER BY u.count DESC, u.reason))[1] AS reason
         FROM usage_failure u WHERE u.proxy_id = p.id AND u.hour >= date_trunc('hour', now() - interval '1 hour')
           AND u.last_at > now() - interval '1 hour') f
       WHERE p.user_id = $1 AND f.failures > 0 ORDER BY f.failures DESC, p.id LIMIT ${MAX_TROUBLED}`,
      [userId],
    );
    return {
      proxies: rows.map(({ reason, total: _, ...row }) => ({
        ...row,
        title: isProxyErrorReason(reason) ? PROXY_ERROR_HELP[reason].title : reason,
      })),
      total: rows[0]?.total ?? 0,
    };
  }

  private async find(id: number): Promise<Found> {
    const [row] = await this.uow.manager.query<Found[]>(
      `SELECT json_build_object('id', p.id, 'type', ${KIND}, 'location', p.country, 'region', p.region,
                'city', p.city, 'isp', p.isp, 'status', p.status,
                'is_expired', p.status = 'expired' OR p.expires_at <= now(), 'expires_at', p.expires_at,
                'protocol', p.protocol, 'ip', p.ip, 'endpoint',
                p.host || ':' || CASE p.protocol WHEN 'socks5' THEN p.port_socks5 ELSE p.port END,
                'user', json_build_object('id', u.id, 'name', u.name, 'email', u.email)) AS proxy,
              p.refunded_at IS NOT NULL AS "isRefunded", ${isRenewable('p')} AS "isRenewable",
              json_build_object('staff', p.suspended_by_staff, 'owner', p.suspended_by_owner, 'account',
                EXISTS (SELECT FROM account_suspension a WHERE a.user_id = p.user_id)) AS "suspendedBy",
              ${meteredBytes('p')}::float8 AS "usedBytes", p.limit_bytes::float8 AS "limitBytes",
              (SELECT m.updated_at FROM gateway_meter m WHERE m.proxy_id = p.id) AS "lastSeenAt"
       FROM proxy p JOIN users u ON u.id = p.user_id WHERE p.id = $1`,
      [id],
    );
    if (!row) throw unknownProxy();
    return row;
  }

  /** Those of its kind that sell its country, and those that it used in the last days. */
  private findNetworks(
    { id, type, location }: Pick<DiagnosedProxyResponse, 'id' | 'type' | 'location'>,
    now: Date,
  ): Promise<NetworkRow[]> {
    const today = startOfDay(dayOf(now)).getTime();
    const days = Array.from({ length: NETWORK_DAYS }, (_, ago) => new Date(today - ago * DAY));
    return this.uow.manager.query(
      `SELECT * FROM (
         SELECT n.id, n.name, n.enabled,
                ($3 = 'zz' OR n.countries IS NULL OR $3 = ANY (n.countries)) AS sells,
                EXISTS (SELECT FROM supply_down d WHERE d.network_id = n.id AND d.country IN ('*', $3)) AS down,
                EXISTS (SELECT FROM supply_budget b WHERE b.network_id = n.id AND b.is_reached) AS spent,
                EXISTS (SELECT FROM supply_network_refusal r WHERE r.network_id = n.id) AS refused,
                (SELECT h.error FROM supply_health h WHERE h.network_id = n.id AND h.down_since IS NOT NULL
                 ORDER BY h.country = $3 DESC LIMIT 1) AS last_error, used.*
         FROM supply_network n CROSS JOIN LATERAL (
           SELECT coalesce(sum(u.requests), 0)::float8 AS requests, max(u.day) AS last_used_on,
                  coalesce(sum(u.bytes_up + u.bytes_down), 0)::float8 AS bytes
           FROM supply_usage u WHERE u.network_id = n.id AND u.proxy_id = $1 AND u.day = ANY ($4::timestamptz[])) used
         WHERE n.kind = $2) found
       WHERE sells OR requests > 0 ORDER BY requests DESC, name`,
      [id, type, location, days],
    );
  }

  /** @returns names what a gateway means by an id: negative ones are networks. */
  private async nameRoutes(
    answers: readonly Answer[],
    networks: readonly NetworkRow[],
    isFull: boolean,
  ): Promise<(id: number) => RouteResponse> {
    const ids = answers.flatMap(({ state }) => [
      state.chosen ?? 0,
      ...state.dials.map(({ exit }) => exit),
    ]);
    const exits = await this.uow.manager.query<
      { id: number; place: string | null; country: string }[]
    >(
      `SELECT id, nullif(concat_ws(', ', isp_name, city_name, region_name), '') AS place, country
       FROM exit_node WHERE id = ANY ($1::int[])`,
      [[...new Set(ids)].filter((id) => id > 0)],
    );
    const names = new Map([
      ...networks.map(({ id, name }) => [-id, name] as const),
      ...exits.map(({ id, place, country }) => {
        const where = [place, nameCountry(country)].filter(Boolean).join(', ');
        return [id, `${where} (exit ${id})`] as const;
      }),
    ]);
    return (id) => {
      const kind = id < 0 ? 'network' : 'exit';
      const plain = `${id < 0 ? 'Network' : 'Exit'} ${Math.abs(id)}`;
      return { kind, id: Math.abs(id), name: (isFull && names.get(id)) || plain };
    };
  }
}

/** The worst of what the database and the gateways say about a network. */
function toNetwork(
  { enabled, sells, down, spent, refused, ...network }: NetworkRow,
  answers: readonly Answer[],
): DiagnosedNetworkResponse {
  const told = answers.flatMap(({ state }) =>
    state.candidates.flatMap((each) => (each.exit === -network.id ? [each.state] : [])),
  );
  const isLeftOut = answers.length > 0 && told.length === 0;
  const states: Record<DiagnosedNetworkState, boolean> = {
    ...{ disabled: !enabled, elsewhere: !sells, spent, refused, down },
    ...{ cannot_target: isLeftOut, resting: told.includes('resting') },
    ...{ full: told.includes('full'), ready: true },
  };
  const [state] = Object.entries(states).find(([, is]) => is) as [DiagnosedNetworkState, boolean];
  return { ...network, state, last_error: state === 'down' ? network.last_error : null };
}

/** Processes of a gateway that would do the same are one. */
function toWouldUse(
  answers: readonly Answer[],
  nameRoute: (id: number) => RouteResponse,
): WouldUseResponse[] {
  const all = answers.map(({ gateway, state }) => ({
    gateway,
    refused_for: state.refusal?.code ?? null,
    route: state.chosen === null ? null : nameRoute(state.chosen),
    until: state.chosenUntil === null ? null : new Date(state.chosenUntil),
    candidates: state.candidateCount,
  }));
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function toNotKnown(
  states: readonly { readonly state: ReportedState | null }[],
  isComplete: boolean,
): string[] {
  const old = states.filter(({ state }) => state === null).length;
  return [
    ...(isComplete ? [] : ['What the gateways that did not answer would do.']),
    ...(old > 0 ? ['What gateways of an earlier release would do: they do not say.'] : []),
    'Which websites were refused: where customers go is not recorded for staff.',
    'Requests with a wrong username, or without one: they belong to no proxy.',
    'Connections before the last start of a gateway, and more than the last 10 of each of its processes.',
  ];
}
