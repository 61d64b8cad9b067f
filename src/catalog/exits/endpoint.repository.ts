import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Endpoint, EndpointRequest } from '../catalog.types';
import { bestEndpoint, SERVES_ADDRESS, SERVES_POOL } from './best-endpoint';

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
