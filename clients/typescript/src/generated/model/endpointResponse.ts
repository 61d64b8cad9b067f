import type { Protocol } from './protocol';

export interface EndpointResponse {
  host: string;
  password: string;
  port: number;
  protocol: Protocol;
  /** All of it. */
  url: string;
  /** With place and session in it. */
  username: string;
}
