import { Injectable } from '@nestjs/common';
import { EndpointService } from '../../catalog/exits/endpoint.service';
import { ProxyEndpointRepository } from './proxy-endpoint.repository';

const BATCH_SIZE = 500;

/** Shows another host and port on dedicated proxies whose address has moved to a gateway with others. */
@Injectable()
export class ProxyEndpointService {
  constructor(
    private readonly endpoints: EndpointService,
    private readonly proxies: ProxyEndpointRepository,
  ) {}

  /** Looks at the addresses that a gateway began to serve lately. @returns how many proxies were changed. */
  async moveDue(): Promise<number> {
    const addresses = await this.endpoints.findMovedAddresses();
    let moved = 0;
    for (let start = 0; start < addresses.length; start += BATCH_SIZE)
      moved += await this.moveBatch(addresses.slice(start, start + BATCH_SIZE));
    return moved;
  }

  private async moveBatch(addresses: string[]): Promise<number> {
    const proxies = await this.proxies.findByAddresses(addresses);
    const endpoints = await this.endpoints.findAll(
      proxies.map((proxy) => ({
        address: proxy.address,
        kind: 'datacenter',
        country: proxy.country,
        current: { host: proxy.host, port: proxy.port, portSocks5: proxy.portSocks5 },
      })),
    );
    const changes = proxies.flatMap((from, index) => {
      const to = endpoints[index];
      const isSame =
        !to ||
        (to.host === from.host && to.port === from.port && to.portSocks5 === from.portSocks5);
      return isSame ? [] : [{ from, to }];
    });
    if (changes.length) await this.proxies.move(changes);
    return changes.length;
  }
}
