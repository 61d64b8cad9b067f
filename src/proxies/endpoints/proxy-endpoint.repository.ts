import { Injectable } from '@nestjs/common';
import type { Endpoint } from '../../catalog/catalog.types';
import { UnitOfWork } from '../../database/unit-of-work';
import { lockedInOrder } from '../locked-in-order';

export interface ProxyEndpoint extends Endpoint {
  readonly id: number;
  readonly address: string;
  readonly country: string;
}

/** SQL where an array selects and an update takes many rows. */
@Injectable()
export class ProxyEndpointRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The proxies in use that have one of the dedicated addresses. */
  findByAddresses(addresses: readonly string[]): Promise<ProxyEndpoint[]> {
    return this.uow.manager.query(
      `SELECT p.id, p.ip AS address, p.country, p.host, p.port, p.port_socks5 AS "portSocks5"
       FROM stock_unit s JOIN proxy p ON p.order_id = s.order_id AND p.ip = s.address
       WHERE s.address = ANY ($1::text[]) AND p.status <> 'expired' ORDER BY p.id`,
      [addresses],
    );
  }

  /** Changes each proxy that still has the endpoint that was read. */
  async move(changes: { from: ProxyEndpoint; to: Endpoint }[]): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy p SET host = c.host, port = c.port, port_socks5 = c.port_socks5, updated_at = now()
       FROM jsonb_to_recordset($1::jsonb) AS c (id int, old_host text, old_port int, host text, port int, port_socks5 int)
       WHERE p.id = c.id AND p.host = c.old_host AND p.port = c.old_port AND p.${lockedInOrder('id = ANY($2)')}`,
      [
        JSON.stringify(
          changes.map(({ from, to }) => ({
            id: from.id,
            old_host: from.host,
            old_port: from.port,
            host: to.host,
            port: to.port,
            port_socks5: to.portSocks5,
          })),
        ),
        changes.map(({ from }) => from.id),
      ],
    );
  }
}
