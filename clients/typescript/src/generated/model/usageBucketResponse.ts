
export interface UsageBucketResponse {
  /** Bytes received through the proxies. */
  down: number;
  /** Refused requests and tunnels; those refused before they were let in are not in `requests`. */
  failures: number;
  /** When the hour, day or month begins. */
  from: string;
  /** The most connections that one proxy had open at once, at one gateway. */
  peak_connections: number;
  /** HTTP requests and tunnels that were let in. */
  requests: number;
  /** Bytes sent through the proxies. */
  up: number;
}
