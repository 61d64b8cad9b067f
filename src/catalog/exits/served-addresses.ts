import type { DataSource } from 'typeorm';
import { isAlive, isInService, servesAddress } from './exit-in-service';

/** An address of an exit, its own or a dedicated one. */
export interface ServedAddress {
  readonly exitNodeId: number;
  /** Null for an exit that is another proxy. */
  readonly address: string | null;
  /** Ids of the live gateways that serve it. */
  readonly gateways: readonly string[];
  readonly inService: boolean;
}

export function findServedAddresses(
  dataSource: DataSource,
  exitNodeIds: readonly number[],
): Promise<ServedAddress[]> {
  return dataSource.query(
    `SELECT e.id AS "exitNodeId", a.address, ${isInService('e', 'a.address')} AS "inService",
            ARRAY(SELECT g.id FROM gateway g WHERE ${isAlive('g')}
                  AND ${servesAddress('g', 'e', 'a.address')} ORDER BY g.id) AS gateways
     FROM exit_node e CROSS JOIN LATERAL (
       SELECT e.local_address AS address, 0 AS place
       UNION ALL SELECT s.address, s.id FROM stock_unit s WHERE s.exit_node_id = e.id) AS a
     WHERE e.id = ANY ($1::int[]) ORDER BY e.id, a.place`,
    [exitNodeIds],
  );
}

/** A line per address for the operator who has added the exits. */
export const describeServedAddress = ({ exitNodeId, ...served }: ServedAddress): string => {
  const name = `exit ${exitNodeId}, ${served.address ?? 'upstream'}`;
  if (served.gateways.length) return `${name}: served by ${served.gateways.join(', ')}`;
  return served.inService
    ? `${name}: served by no gateway that runs at the moment`
    : `${name}: no gateway serves it, so it is not on sale until one reports it`;
};
