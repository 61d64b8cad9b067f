import { createServer, type IncomingHttpHeaders } from 'node:http';
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
  /** An object is sent as JSON, a string unchanged. */
  body?: unknown;
}

type Handler = (request: Received) => Reply | Promise<Reply>;

/** Replies by method and path, such as "POST /auth/login". */
export type Routes = Readonly<Record<string, Handler | Reply>>;

/** Identifies the test that sent a request. */
const ROUND = 'x-test-round';
const NEVER = new Promise<never>(() => undefined);
let round = 0;

/**
 * Called between tests. Requests of earlier tests are neither recorded nor answered, however late
 * they arrive.
 */
export function ignoreEarlierRequests(): void {
  round += 1;
}

/** Files stay as they are. */
function toBody(text: string, type: string | undefined): unknown {
  if (text === '') return undefined;
  return type === 'application/octet-stream' ? text : (JSON.parse(text) as unknown);
}

/** A real HTTP server for the API client. Routes without a handler respond with 404. */
export class ApiServer {
  readonly received: Received[] = [];
  /** No request arrives, as without a connection; until the next test. */
  isDown = false;
  private readonly handlers = new Map<string, Handler>();
  private readonly realFetch = globalThis.fetch;
  private readonly server = createServer((request, response) => {
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
        body: toBody(text, request.headers['content-type']),
      };
      this.received.push(received);
      void this.answer(received).then(({ status = 200, headers, body = {} }) => {
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
  });

  static async start(): Promise<ApiServer> {
    const api = new ApiServer();
    await api.listen();
    return api;
  }

  async listen(): Promise<void> {
    // On a busy machine an idle timeout could close a connection just before it is reused.
    this.server.keepAliveTimeout = 0;
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    const { port } = this.server.address() as AddressInfo;
    // Relative URLs go to this server instead of the page's origin.
    globalThis.fetch = (input, init) => this.send(`http://127.0.0.1:${port}${String(input)}`, init);
  }

  on(route: string, reply: Handler | Reply): void {
    this.handlers.set(route, typeof reply === 'function' ? reply : () => reply);
  }

  /** Answers a route no sooner than the returned function is called. */
  hold(route: string, reply: Handler | Reply = {}): () => void {
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    this.on(route, async (request) => {
      await released;
      return typeof reply === 'function' ? reply(request) : reply;
    });
    return release;
  }

  calls(route: string): Received[] {
    return this.received.filter(({ method, path }) => `${method} ${path}` === route);
  }

  reset(routes: Routes = {}): void {
    this.handlers.clear();
    for (const [route, reply] of Object.entries(routes)) this.on(route, reply);
    this.received.length = 0;
    this.isDown = false;
  }

  async stop(): Promise<void> {
    globalThis.fetch = this.realFetch;
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async send(url: string, init: RequestInit = {}): Promise<Response> {
    if (this.isDown) throw new TypeError('Failed to fetch');
    const sentIn = round;
    const headers = new Headers(init.headers);
    headers.set(ROUND, String(sentIn));
    try {
      const response = await this.realFetch(url, { ...init, headers });
      const body = await response.arrayBuffer();
      return sentIn === round ? new Response(body.byteLength > 0 ? body : null, response) : NEVER;
    } catch (error) {
      if (sentIn === round) throw error;
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

/** A server for the tests of a file or a describe block. Each begins with these routes alone. */
export function serveApi(routes?: Routes): ApiServer {
  const api = new ApiServer();
  beforeAll(() => api.listen());
  afterAll(() => api.stop());
  beforeEach(() => api.reset(routes));
  return api;
}

/** The same for a test that begins signed in, without routes. @param signIn called before each test. */
export function setUpApi(signIn?: () => void): ApiServer {
  const api = serveApi();
  if (signIn) beforeEach(signIn);
  return api;
}
