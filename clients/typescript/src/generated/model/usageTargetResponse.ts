
export interface UsageTargetResponse {
  /** Bytes received. */
  down: number;
  /**
   * Name or address without a port; null: hosts that are not listed. `udp`: datagrams over SOCKS5.
   * @nullable
   */
  host: string | null;
  /** HTTP requests and tunnels. */
  requests: number;
  /** Bytes sent. */
  up: number;
}
