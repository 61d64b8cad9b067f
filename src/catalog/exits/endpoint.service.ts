import { Injectable } from '@nestjs/common';
import type { Endpoint, EndpointRequest } from '../catalog.types';
import { EndpointRepository } from './endpoint.repository';

/** Longer than the interval of the job that asks, so that a worker that was away for a while misses nothing. */
const MOVED_WITHIN_MINUTES = 10;

const POOL_TTL_MS = 5_000;

/** Where customers reach a gateway that serves their proxy. */
@Injectable()
export class EndpointService {
  private readonly pools = new Map<string, { endpoint: Endpoint | null; until: number }>();

  constructor(private readonly endpoints: EndpointRepository) {}

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

  /** Remembered for five seconds: a purchase of traffic sends no statement for it. */
  private async findForPool({ kind, country, current }: EndpointRequest): Promise<Endpoint | null> {
    const key = `${kind}|${country}|${current.host}:${current.port}:${current.portSocks5}`;
    const known = this.pools.get(key);
    if (known && known.until > performance.now()) return known.endpoint;
    const request = { address: null, kind, country, current };
    const [endpoint = null] = await this.endpoints.findAll([request]);
    this.pools.set(key, { endpoint, until: performance.now() + POOL_TTL_MS });
    return endpoint;
  }

  /** Dedicated addresses that may have moved to another gateway lately. */
  findMovedAddresses(): Promise<string[]> {
    return this.endpoints.findMovedAddresses(MOVED_WITHIN_MINUTES);
  }
}
