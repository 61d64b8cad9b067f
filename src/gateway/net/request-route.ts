import type { Socket } from 'node:net';

/** How to reach a target, and what a kept connection to it is known by. */
export interface RequestRoute {
  /** Connection reuse key: customer, exit and target. Undefined when every request needs a new connection. */
  key: string | undefined;
  /** @returns a connected socket. @throws ProxyError */
  dial: () => Promise<Socket>;
}
