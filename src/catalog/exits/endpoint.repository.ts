import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Endpoint, EndpointRequest } from '../catalog.types';
import { hasCountry } from '../networks/network-places';
import { isAlive, isOnSale, servesAddress } from './exit-in-service';

/** A dedicated proxy needs its address, a pool proxy any exit of its place, or a network, which every gateway serves. */
const SERVES_REQUEST = `CASE WHEN r.address IS NULL
  THEN EXISTS (SELECT FROM exit_node e WHERE e.enabled AND e.kind = r.kind AND r.country IN (e.country, 'zz')
               AND ${servesAddress('g', 'e', 'e.local_address')})
    OR EXISTS (SELECT FROM catalog_network n WHERE n.kind = r.kind AND ${hasCountry('n', 'r.country')})
  ELSE EXISTS (SELECT FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
               WHERE s.address = r.address AND e.enabled AND ${servesAddress('g', 'e', 's.address')}) END`;

@Injectable()
export class EndpointRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order of the requests; null where no gateway serves the proxy. */
  async findAll(requests: readonly EndpointRequest[]): Promise<(Endpoint | null)[]> {
    const rows = await this.uow.manager.query<(Endpoint | { host: null })[]>(
      `SELECT found.host, found.port, found."portSocks5"
       FROM jsonb_to_recordset($1::jsonb) AS r (ordinal int, address text, kind text, country text, host text,
              port int, "portSocks5" int)
       LEFT JOIN LATERAL (
         SELECT g.public_host AS host, g.http_port AS port, g.socks_port AS "portSocks5" FROM gateway g
         WHERE ${isOnSale('g')} AND ${SERVES_REQUEST}
         ORDER BY (${isAlive('g')} AND NOT g.draining) DESC,
           (g.public_host, g.http_port, g.socks_port) = (r.host, r.port, r."portSocks5") DESC, g.region, g.id
         LIMIT 1) AS found ON true
       ORDER BY r.ordinal`,
      [
        JSON.stringify(
          requests.map(({ current, ...request }, ordinal) => ({ ...request, ...current, ordinal })),
        ),
      ],
    );
    return rows.map((row) => (row.host === null ? null : row));
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
