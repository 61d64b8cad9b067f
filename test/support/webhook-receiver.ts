import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; created_at: string; data: Record<string, unknown> };
}

/** A customer's server: records the calls, and answers as its `answer` says. */
export class WebhookReceiver {
  readonly calls: ReceivedCall[] = [];
  /** Status for a path; undefined never answers. */
  answer: (path: string, calls: number) => number | undefined = () => 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const path = request.url!;
        receiver.calls.push({ path, headers: request.headers, body, event: JSON.parse(body) });
        const status = receiver.answer(path, receiver.to(path).length);
        if (status === undefined) return;
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('done');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  to(path: string): ReceivedCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
