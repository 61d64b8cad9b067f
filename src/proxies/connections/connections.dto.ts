import { IsBoolean } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import {
  CONNECTION_PROTOCOLS,
  type ConnectionProtocol,
} from '../../common/gateway/gateway-messages';

export class ConnectionSettingsDto {
  /** Whether the list of connections names the hosts they go to. Off until you turn it on. */
  @IsBoolean({ message: 'Say whether to show targets' })
  show_targets: boolean;
}

export class ConnectionResponse {
  id: string;
  started_at: Date;
  /** http: a forwarded request; connect: a tunnel. */
  @ApiProperty({ enum: CONNECTION_PROTOCOLS, enumName: 'ConnectionProtocol' })
  protocol: ConnectionProtocol;
  /** Where the connection to the gateway came from. */
  client_address: string;
  /** Null unless `show_targets` is on. */
  target_host: string | null;
  /** Bytes so far, from the client to the target. */
  bytes_up: number;
  /** Bytes so far, from the target to the client. */
  bytes_down: number;
  /** Name of the session. */
  session: string;
  /** Id of the gateway it is open at. */
  gateway: string;
}

export class ConnectionsData {
  /** Newest first, 500 at most. */
  connections: ConnectionResponse[];
  /** All that are open, also those not listed. */
  total: number;
  /** False when a gateway did not answer within a second, whose connections are missing. */
  complete: boolean;
  show_targets: boolean;
}

export class ClosedConnectionsData {
  /** How many were closed. */
  closed: number;
}

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

export class AdminClosedConnectionsData extends ClosedConnectionsData {}
