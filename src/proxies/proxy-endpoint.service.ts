import { Injectable } from '@nestjs/common';
import type { Endpoint } from '../catalog/catalog.types';
import { EndpointService } from '../catalog/exits/endpoint.service';
import { UnitOfWork } from '../database/unit-of-work';
import { lockedInOrder } from './proxy.sql';

const BATCH_SIZE = 500;

interface ProxyEndpoint extends Endpoint {
  readonly id: number;
  readonly address: string;
  readonly country: string;
}

/** Shows another host and port on dedicated proxies whose address has moved to a gateway with others. */
@Injectable()
export class ProxyEndpointService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly endpoints: EndpointService,
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
    const proxies = await this.uow.manager.query<ProxyEndpoint[]>(
      `SELECT p.id, p.ip AS address, p.country, p.host, p.port, p.port_socks5 AS "portSocks5"
       FROM stock_unit s JOIN proxy p ON p.order_id = s.order_id AND p.ip = s.address
       WHERE s.address = ANY ($1::text[]) AND p.status <> 'expired' ORDER BY p.id`,
      [addresses],
    );
    const endpoints = await this.endpoints.findAll(
      proxies.map(({ address, country, host, port, portSocks5 }) => ({
        ...{ address, kind: 'datacenter' as const, country },
        current: { host, port, portSocks5 },
      })),
    );
    const changes = proxies.flatMap((from, index) => {
      const to = endpoints[index];
      const isSame =
        !to ||
        (to.host === from.host && to.port === from.port && to.portSocks5 === from.portSocks5);
      return isSame ? [] : [{ from, to }];
    });
    if (changes.length) await this.move(changes);
    return changes.length;
  }

  /** Changes each proxy that still has the endpoint that was read. */
  private async move(changes: { from: ProxyEndpoint; to: Endpoint }[]): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy p SET host = c.host, port = c.port, port_socks5 = c.port_socks5, updated_at = now()
       FROM jsonb_to_recordset($1::jsonb) AS c (id int, old_host text, old_port int, host text, port int, port_socks5 int)
       WHERE p.id = c.id AND p.host = c.old_host AND p.port = c.old_port AND p.${lockedInOrder('id = ANY($2)')}`,
      [
        JSON.stringify(
          changes.map(({ from, to }) => ({
            ...{ id: from.id, old_host: from.host, old_port: from.port },
            ...{ host: to.host, port: to.port, port_socks5: to.portSocks5 },
          })),
        ),
        changes.map(({ from }) => from.id),
      ],
    );
  }
}
