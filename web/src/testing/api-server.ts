import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string as it stands. */
  body?: unknown;
}

type Handler = (request: Received) => Reply | Promise<Reply>;

/** Which test a request belongs to. */
const ROUND = 'x-test-round';
const NEVER = new Promise<never>(() => undefined);
let round = 0;

/**
 * Between two tests: what the one before has asked for and not heard of yet is neither counted nor
 * answered any more, however late it comes.
 */
export function nextRound(): void {
  round += 1;
}

/** A real HTTP server for the client to talk to; what it is not told to answer is a 404. */
export class ApiServer {
  readonly received: Received[] = [];
  private readonly handlers = new Map<string, Handler>();
  private readonly realFetch = globalThis.fetch;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ApiServer> {
    const server = createServer();
    // On a busy machine it would close an idle connection just when the client reuses it.
    server.keepAliveTimeout = 0;
    const api = new ApiServer(server);
    server.on('request', (request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        if (request.headers[ROUND] !== String(round)) return;
        const url = new URL(request.url ?? '/', 'http://localhost');
        const received: Received = {
          method: request.method ?? 'GET',
          path: url.pathname.replace('/api/v1', ''),
          query: url.searchParams,
          headers: request.headers,
          body: text === '' ? undefined : JSON.parse(text),
        };
        api.received.push(received);
        void api.answer(received).then(({ status = 200, headers, body = {} }) => {
          response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
          response.end(typeof body === 'string' ? body : JSON.stringify(body));
        });
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    // In a browser a path is asked of the page's own origin; here of this server.
    globalThis.fetch = (input, init) => api.ask(`http://127.0.0.1:${port}${String(input)}`, init);
    return api;
  }

  /** `route` reads like "POST /auth/login". */
  on(route: string, handler: Handler | Reply): void {
    this.handlers.set(route, typeof handler === 'function' ? handler : () => handler);
  }

  calls(route: string): Received[] {
    return this.received.filter(({ method, path }) => `${method} ${path}` === route);
  }

  reset(): void {
    this.handlers.clear();
    this.received.length = 0;
  }

  async stop(): Promise<void> {
    globalThis.fetch = this.realFetch;
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const asked = round;
    const headers = new Headers(init.headers);
    headers.set(ROUND, String(asked));
    try {
      const response = await this.realFetch(url, { ...init, headers });
      const body = await response.arrayBuffer();
      return asked === round ? new Response(body.byteLength > 0 ? body : null, response) : NEVER;
    } catch (error) {
      if (asked === round) throw error;
      return NEVER;
    }
  }

  private async answer(request: Received): Promise<Reply> {
    const handler = this.handlers.get(`${request.method} ${request.path}`);
    return handler
      ? handler(request)
      : { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'Not found' } };
  }
}
