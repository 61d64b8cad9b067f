import type { ConnectionProtocol } from './connectionProtocol';

export interface ConnectionResponse {
  /** Bytes so far, from the target to the client. */
  bytes_down: number;
  /** Bytes so far, from the client to the target. */
  bytes_up: number;
  /** Where the connection to the gateway came from. */
  client_address: string;
  /** Id of the gateway it is open at. */
  gateway: string;
  id: string;
  /** http: a forwarded request; connect: a tunnel. */
  protocol: ConnectionProtocol;
  /** Name of the session. */
  session: string;
  started_at: string;
  /**
   * Null unless `show_targets` is on.
   * @nullable
   */
  target_host: string | null;
}
