import { ApiProperty } from '@nestjs/swagger';
import {
  CONNECTION_PROTOCOLS,
  type ConnectionProtocol,
} from '../../../common/gateway/connection-protocol';
import type { LiveConnectionList } from '../../../proxies/connections/live-connections.types';

/** Where a connection goes is shown to its owner only, and only on request. */
export class AdminConnectionResponse {
  id: string;
  started_at: Date;
  /** http: a forwarded request; connect: a tunnel. */
  @ApiProperty({ enum: CONNECTION_PROTOCOLS, enumName: 'ConnectionProtocol' })
  protocol: ConnectionProtocol;
  /** Network of the client: /24 of IPv4, /48 of IPv6. @example 198.51.100.0/24 */
  client_network: string;
  /** Bytes so far, from the client to the target. */
  bytes_up: number;
  /** Bytes so far, from the target to the client. */
  bytes_down: number;
  /** Name of the session. */
  session: string;
  /** Id of the gateway it is open at. */
  gateway: string;
}

export class AdminConnectionsData {
  /** Newest first, 500 at most. */
  connections: AdminConnectionResponse[];
  /** All that are open, also those not listed. */
  total: number;
  /** False when a gateway did not answer within a second, whose connections are missing. */
  complete: boolean;
}

export class AdminClosedConnectionsData {
  /** How many were closed. */
  closed: number;
}

export const toAdminConnections = (list: LiveConnectionList): AdminConnectionsData => ({
  connections: list.connections.map((connection) => ({
    id: connection.id,
    started_at: connection.startedAt,
    protocol: connection.protocol,
    client_network: connection.clientAddress,
    bytes_up: connection.bytesUp,
    bytes_down: connection.bytesDown,
    session: connection.session,
    gateway: connection.gateway,
  })),
  total: list.total,
  complete: list.isComplete,
});

export const toAdminClosedConnections = (closed: number): AdminClosedConnectionsData => ({
  closed,
});
