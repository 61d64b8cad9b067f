import type { Socket } from 'node:net';
import type { Close } from '../net/close';
import type { LiveConnection } from '../meter/live-connection';
import type { RequestRoute } from '../net/request-route';
import type { TargetConnection } from './target-connection';

/** A request that may be forwarded. */
export interface Admission {
  route: RequestRoute;
  /** Exactly as the client sent it. */
  path: string;
  /** Value of the Host field for the target. */
  host: string;
  /** What meters and cuts the exchange; the exchange closes it. */
  connection?: LiveConnection;
}

/** The client's side of an exchange. */
export interface ExchangeClient {
  /**
   * @param bytes valid during the call only.
   * @returns false when the client does not keep up; `onClientDrain` follows.
   */
  write(bytes: Buffer): boolean;
  /** The exchange may take more of the request's body. */
  resumeBody(): void;
  pauseBody(): void;
  /** No response was started: refuses the request and counts the refusal. */
  refuse(error: unknown): void;
  /** The response cannot be completed. @param close of the client's socket. */
  breakOff(close: Close): void;
  /** The response is complete. @param keepsAlive whether the client was promised another one. */
  complete(keepsAlive: boolean): void;
  /** Joins the client with the target. @param early the target's first bytes that are not charged yet. */
  tunnel(target: Socket, connection: LiveConnection, early: Buffer | undefined): void;
  takeKept(key: string): TargetConnection | undefined;
  keep(target: TargetConnection): void;
  /** Whether the client may be promised another response at all. */
  readonly mayKeepAlive: boolean;
  /** Fields that promise another response, one a line. */
  readonly keepAliveFields: string;
}
