import type { Socket } from 'node:net';

/** Route to a target, with the reuse key of its connection. */
export interface RequestRoute {
  /** Connection reuse key: customer, exit and target. Undefined when every request needs a new connection. After `dial` it names the exit that was used. */
  key: string | undefined;
  /** Whether bytes of another protocol may pass after an upgrade; requests of the echo are checked one by one. */
  isOpaque: boolean;
  /** @param signal gives up. @returns a connected socket. @throws ProxyError, or the reason of the signal */
  dial: (signal: AbortSignal) => Promise<Socket>;
}
