
export interface ProxyUsageDayResponse {
  /** Bytes received through the proxy. */
  bytes_down: number;
  /** Bytes sent through the proxy. */
  bytes_up: number;
  /** Day in Nigerian time, `YYYY-MM-DD`. */
  date: string;
  /** HTTP requests and tunnels. */
  requests: number;
}
