import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Endpoint, EndpointRequest, PoolKind } from '../catalog.types';
import { bestEndpoint, SERVES_ADDRESS, SERVES_POOL } from '../on-sale';
import { AppConfig } from '../../config/app-config';

const SERVES_REQUEST = `CASE WHEN r.address IS NULL THEN ${SERVES_POOL} ELSE ${SERVES_ADDRESS} END`;

@Injectable()
export class EndpointRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order of the requests; null where no gateway serves the proxy. */
  async findAll(requests: readonly EndpointRequest[]): Promise<(Endpoint | null)[]> {
    const rows = await this.uow.manager.query<(Endpoint | { host: null })[]>(
      `SELECT found.host, found.port, found."portSocks5"
       FROM jsonb_to_recordset($1::jsonb) AS r (ordinal int, address text, kind text, country text, host text,
              port int, "portSocks5" int)
       LEFT JOIN LATERAL (${bestEndpoint(SERVES_REQUEST)}) AS found ON true
       ORDER BY r.ordinal`,
      [
        JSON.stringify(
          requests.map(({ current, ...request }, ordinal) => ({ ...request, ...current, ordinal })),
        ),
      ],
    );
    return rows.map((row) => (row.host === null ? null : row));
  }

  /** Of any gateway in service, the given one before others; null when there is none. */
  async findInService({ host, port, portSocks5 }: Endpoint): Promise<Endpoint | null> {
    const [found] = await this.uow.manager.query<Endpoint[]>(
      `SELECT best.* FROM (SELECT $1::text AS host, $2::int AS port, $3::int AS "portSocks5") AS r
       CROSS JOIN LATERAL (${bestEndpoint('true')}) AS best`,
      [host, port, portSocks5],
    );
    return found ?? null;
  }

  /** Dedicated addresses that some gateway has begun to serve in the last minutes. */
  async findMovedAddresses(withinMinutes: number): Promise<string[]> {
    const rows = await this.uow.manager.query<{ address: string }[]>(
      `SELECT DISTINCT address FROM gateway_address
       WHERE reported_at > now() - make_interval(mins => $1)`,
      [withinMinutes],
    );
    return rows.map(({ address }) => address);
  }
}

/** Longer than the interval of the job that asks, so that a worker that was away for a while misses nothing. */
const MOVED_WITHIN_MINUTES = 10;

const POOL_TTL_MS = 5_000;

/** Where customers reach a gateway that serves their proxy. */
@Injectable()
export class EndpointService {
  private readonly pools = new Map<string, { endpoint: Endpoint | null; until: number }>();
  private publicEndpoint: { endpoint: Endpoint; until: number } | undefined;

  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly config: AppConfig,
  ) {}

  /** The endpoint of a new proxy, unless none of its gateways serves the proxy. */
  get preferred(): Endpoint {
    const { publicHost: host, publicPorts } = this.config.gateway;
    return { host, port: publicPorts.http, portSocks5: publicPorts.socks };
  }

  /**
   * The endpoint of each proxy, in their order: its current one while a gateway behind it serves the proxy, else
   * that of the first other gateway by region and id. Null: no gateway serves it at present.
   */
  async findAll(requests: readonly EndpointRequest[]): Promise<(Endpoint | null)[]> {
    const [only] = requests;
    if (requests.length !== 1 || !only || only.address !== null)
      return this.endpoints.findAll(requests);
    return [await this.findForPool(only)];
  }

  /** Keeps what the offer of a new pool proxy says for its delivery. @param country ISO code or `zz`. */
  rememberForPool(kind: PoolKind, country: string, endpoint: Endpoint | null): void {
    this.remember({ address: null, kind, country, current: this.preferred }, endpoint);
  }

  /** Remembered for five seconds: a purchase of traffic sends no statement for it. */
  private async findForPool(request: EndpointRequest): Promise<Endpoint | null> {
    const known = this.pools.get(toPoolKey(request));
    if (known && known.until > performance.now()) return known.endpoint;
    const [endpoint = null] = await this.endpoints.findAll([{ ...request, address: null }]);
    this.remember(request, endpoint);
    return endpoint;
  }

  private remember(request: EndpointRequest, endpoint: Endpoint | null): void {
    this.pools.set(toPoolKey(request), { endpoint, until: performance.now() + POOL_TTL_MS });
  }

  /**
   * Where a visitor is told to connect: a gateway that is in service, the configured one before others. As configured
   * when none has reported, and when the database cannot be asked.
   */
  async findPublic(): Promise<Endpoint> {
    if (this.publicEndpoint && this.publicEndpoint.until > performance.now())
      return this.publicEndpoint.endpoint;
    const endpoint = await this.endpoints.findInService(this.preferred).catch(() => null);
    this.publicEndpoint = {
      endpoint: endpoint ?? this.preferred,
      until: performance.now() + POOL_TTL_MS,
    };
    return this.publicEndpoint.endpoint;
  }

  /** Dedicated addresses that may have moved to another gateway lately. */
  findMovedAddresses(): Promise<string[]> {
    return this.endpoints.findMovedAddresses(MOVED_WITHIN_MINUTES);
  }
}

const toPoolKey = ({ kind, country, current }: EndpointRequest): string =>
  `${kind}|${country}|${current.host}:${current.port}:${current.portSocks5}`;
