import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Endpoint, EndpointRequest, PoolKind } from '../catalog.types';
import { bestEndpoint, SERVES_ADDRESS, SERVES_POOL } from '../on-sale';

/** Longer than the interval of the job that asks, so that a worker that was away for a while misses nothing. */
const MOVED_WITHIN_MINUTES = 10;

const TTL_MS = 5_000;

const SERVES_REQUEST = `CASE WHEN r.address IS NULL THEN ${SERVES_POOL} ELSE ${SERVES_ADDRESS} END`;

/** Where customers reach a gateway that serves their proxy. */
@Injectable()
export class EndpointService {
  private readonly pools = new Map<string, { endpoint: Endpoint | null; until: number }>();
  private publicEndpoint: { endpoint: Endpoint; until: number } | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  /** The endpoint of a new proxy, unless none of its gateways serves the proxy. */
  get preferred(): Endpoint {
    const { publicHost: host, publicPorts } = this.config.gateway;
    return { host, port: publicPorts.http, portSocks5: publicPorts.socks };
  }

  /**
   * The endpoint of each proxy, in their order: its current one while a gateway behind it serves the proxy, else
   * that of the first other gateway by region and id. Null: no gateway serves it at present. That of a single pool proxy is
   * remembered for five seconds: a purchase of traffic sends no statement for it.
   */
  async findAll(requests: readonly EndpointRequest[]): Promise<(Endpoint | null)[]> {
    const [only] = requests;
    if (requests.length !== 1 || !only || only.address !== null) return this.queryAll(requests);
    const known = this.pools.get(toPoolKey(only));
    if (known && known.until > performance.now()) return [known.endpoint];
    const [endpoint = null] = await this.queryAll(requests);
    this.remember(only, endpoint);
    return [endpoint];
  }

  /** Keeps what the offer of a new pool proxy says for its delivery. @param country ISO code or `zz`. */
  rememberForPool(kind: PoolKind, country: string, endpoint: Endpoint | null): void {
    this.remember({ address: null, kind, country, current: this.preferred }, endpoint);
  }

  /**
   * Where a visitor is told to connect: a gateway that is in service, the configured one before others. As configured
   * when none has reported, and when the database cannot be asked.
   */
  async findPublic(): Promise<Endpoint> {
    if (!this.publicEndpoint || this.publicEndpoint.until <= performance.now()) {
      const found = await this.queryInService().catch(() => null);
      const endpoint = found ?? this.preferred;
      this.publicEndpoint = { endpoint, until: performance.now() + TTL_MS };
    }
    return this.publicEndpoint.endpoint;
  }

  /** Dedicated addresses that some gateway has begun to serve in the last minutes. */
  async findMovedAddresses(): Promise<string[]> {
    const rows = await this.uow.manager.query<{ address: string }[]>(
      `SELECT DISTINCT address FROM gateway_address
       WHERE reported_at > now() - make_interval(mins => $1)`,
      [MOVED_WITHIN_MINUTES],
    );
    return rows.map(({ address }) => address);
  }

  private remember(request: EndpointRequest, endpoint: Endpoint | null): void {
    this.pools.set(toPoolKey(request), { endpoint, until: performance.now() + TTL_MS });
  }

  private async queryAll(requests: readonly EndpointRequest[]): Promise<(Endpoint | null)[]> {
    const records = requests.map(({ current, ...request }, ordinal) => ({
      ...{ ...request, ...current, ordinal },
    }));
    const rows = await this.uow.manager.query<(Endpoint | { host: null })[]>(
      `SELECT found.host, found.port, found."portSocks5"
       FROM jsonb_to_recordset($1::jsonb) AS r (ordinal int, address text, kind text, country text, host text,
              port int, "portSocks5" int)
       LEFT JOIN LATERAL (${bestEndpoint(SERVES_REQUEST)}) AS found ON true
       ORDER BY r.ordinal`,
      [JSON.stringify(records)],
    );
    return rows.map((row) => (row.host === null ? null : row));
  }

  /** Of any gateway in service, the preferred one before others. */
  private async queryInService(): Promise<Endpoint | null> {
    const { host, port, portSocks5 } = this.preferred;
    const [found] = await this.uow.manager.query<Endpoint[]>(
      `SELECT best.* FROM (SELECT $1::text AS host, $2::int AS port, $3::int AS "portSocks5") AS r
       CROSS JOIN LATERAL (${bestEndpoint('true')}) AS best`,
      [host, port, portSocks5],
    );
    return found ?? null;
  }
}

const toPoolKey = ({ kind, country, current }: EndpointRequest): string =>
  `${kind}|${country}|${current.host}:${current.port}:${current.portSocks5}`;
