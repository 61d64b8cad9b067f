import type { Socket } from 'node:net';
import type { LiveConnection } from '../meter/live-connection';
import type { ProxyError } from '../proxy-error';
import type { Admission } from './exchange-client';
import type { RequestHead } from './request-head';

/** What a session serves requests with. */
export interface SessionHost {
  /** @throws ProxyError */
  admit(head: RequestHead): Promise<Admission>;
  /** CONNECT: the socket, paused, is the host's from here on, with what followed the request in it. */
  connect(head: RequestHead): void;
  /** Joins the client with a target that agreed to another protocol. */
  tunnel(target: Socket, connection: LiveConnection): void;
  /** Counts a refusal. */
  toRefusal(error: unknown): ProxyError;
  onBusy(): void;
  onIdle(wasAdmitted: boolean): void;
  readonly keepAliveSeconds: number;
  /** See `GatewayOptions`. */
  readonly halfClosedMs: number;
}
