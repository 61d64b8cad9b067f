import type { Socket } from 'node:net';

/** How to reach a target, and what a kept connection to it is known by. */
export interface RequestRoute {
  /** The same only as long as customer, exit and target are; undefined where every request shall leave anew. */
  key: string | undefined;
  /** @returns a connected socket. @throws ProxyError */
  dial: () => Promise<Socket>;
}
