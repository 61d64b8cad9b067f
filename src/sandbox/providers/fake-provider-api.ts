import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  answerWithMischief,
  type FakeProvider,
  type Mischief,
  type PlannedMischief,
} from './fake-provider';

/** A simulated management API on a loopback port. */
export class FakeProviderApi<T extends FakeProvider> {
  readonly mischief: PlannedMischief[] = [];

  private constructor(
    readonly provider: T,
    private readonly server: Server,
  ) {}

  static async start<T extends FakeProvider>(provider: T, port = 0): Promise<FakeProviderApi<T>> {
    const server = createServer();
    const api = new FakeProviderApi(provider, server);
    server.on('request', (request, response) => void api.answer(request, response));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next calls of a path misbehave. @param path part of it. */
  plan(path: string, mischief: Mischief, times = 1): void {
    this.mischief.push({ path, mischief, times });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const reply = answerWithMischief(this.provider, this.mischief, {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as Record<string, string | undefined>,
      body: await text(request).catch(() => ''),
    });
    if (reply === 'silent') return;
    if (reply === 'reset') return void request.socket.destroy();
    response.writeHead(reply.status, {
      'content-type': reply.json === undefined ? 'text/plain' : 'application/json',
      ...reply.headers,
    });
    response.end(reply.json === undefined ? reply.text : JSON.stringify(reply.json));
  }
}
