import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import type { Endpoint, EndpointRequest, PoolKind } from '../catalog.types';
import { EndpointRepository } from './endpoint.repository';

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
