import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestRoute } from '../net/request-route';

type Ready = (error: Error | null, socket: Duplex) => void;
type RouteArgs = ClientRequestArgs & { route: RequestRoute };

/** For `createConnection` of a request. */
export const connectRoute = (route: RequestRoute, ready: Ready): undefined => {
  route.dial().then(
    (socket) => ready(null, socket),
    (error: Error) => ready(error, undefined as unknown as Duplex),
  );
};

/**
 * The connection to the target that one client's requests share, one after the other; it ends with
 * the client's. At most one idle socket is kept, so a client cannot make the gateway hold thousands.
 */
export class KeepAliveAgent extends Agent {
  constructor() {
    super({ keepAlive: true });
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as RouteArgs).route.key ?? '';
  }

  override createConnection(options: ClientRequestArgs, ready?: Ready): undefined {
    if (ready) connectRoute((options as RouteArgs).route, ready);
  }

  override keepSocketAlive(socket: Duplex): void {
    for (const idle of Object.values(this.freeSockets).flat()) idle?.destroy();
    return super.keepSocketAlive(socket);
  }
}
