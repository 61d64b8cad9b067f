import { ApiProperty } from '@nestjs/swagger';
import {
  GATEWAY_STATUSES,
  type GatewayStatus,
  type ListedGateway,
} from '../../../catalog/exits/exits.types';

export class GatewayResponse {
  id: string;
  region: string;
  /** Name of its machine. */
  machine: string;
  /** What customers connect to. */
  public_host: string;
  http_port: number;
  socks5_port: number;
  /** Null without a certificate. */
  https_port: number | null;
  version: string;
  @ApiProperty({
    enum: GATEWAY_STATUSES,
    enumName: 'GatewayStatus',
    description:
      '`live`; `draining`: it is being stopped; `silent`: four heartbeats in a row are missing.',
  })
  status: GatewayStatus;
  started_at: Date;
  heartbeat_at: Date;
  /** Addresses of exits that its machine has. */
  addresses: number;
  /** Enabled exits that it serves. */
  exits: number;
}

export class GatewaysData {
  gateways: GatewayResponse[];
}

export const toGateway = (gateway: ListedGateway): GatewayResponse => ({
  id: gateway.id,
  region: gateway.region,
  machine: gateway.host,
  public_host: gateway.publicHost,
  http_port: gateway.httpPort,
  socks5_port: gateway.socksPort,
  https_port: gateway.httpsPort,
  version: gateway.version,
  status: gateway.status,
  started_at: gateway.startedAt,
  heartbeat_at: gateway.heartbeatAt,
  addresses: gateway.addresses,
  exits: gateway.exits,
});

export const toGateways = (gateways: readonly ListedGateway[]): GatewaysData => ({
  gateways: gateways.map(toGateway),
});
