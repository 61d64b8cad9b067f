import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeProvider, Mischief, PlannedMischief, ProviderReply } from './fake-provider';

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
    const planned = this.mischief.find(
      ({ path, times }) => times > 0 && url.pathname.includes(path),
    );
    if (planned) planned.times--;
    const body = await readBody(request).catch(() => '');
    const mischief = planned?.mischief;
    if (mischief === 'silent') return;
    if (mischief === 'reset') return void request.socket.destroy();
    if (typeof mischief === 'object' && 'status' in mischief) return send(response, mischief);
    const reply = this.provider.handle({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as Record<string, string | undefined>,
      body,
    });
    if (mischief === 'silent-after') return;
    if (mischief === 'reset-after') return void request.socket.destroy();
    send(response, mischief ? mischief.after : reply);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, { status, json, text, headers }: ProviderReply): void {
  response.writeHead(status, {
    'content-type': json === undefined ? 'text/plain' : 'application/json',
    ...headers,
  });
  response.end(json === undefined ? text : JSON.stringify(json));
}
