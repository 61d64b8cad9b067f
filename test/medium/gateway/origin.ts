import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: string;
  from: string;
}

export interface Origin {
  port: number;
  seen: SeenRequest[];
  sockets: Set<Socket>;
  /** Connections so far. */
  accepted: number;
  close(): Promise<void>;
}

/**
 * A target web server. `/bytes/<n>` returns that many bytes, `/drip` never
 * ends, every other path returns JSON about the request.
 */
export async function startOrigin(host = '127.0.0.1', port = 0): Promise<Origin> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const request: SeenRequest = {
        method: req.method ?? '',
        url: req.url ?? '',
        headers: req.headers,
        rawHeaders: req.rawHeaders,
        body: Buffer.concat(chunks).toString(),
        from: req.socket.remoteAddress ?? '',
      };
      seen.push(request);
      const size = /^\/bytes\/(\d+)/.exec(request.url)?.[1];
      if (size !== undefined) res.setHeader('Content-Length', size);
      if (size !== undefined) return void res.end(Buffer.alloc(Number(size), 'x'));
      if (request.url === '/drip') {
        const timer = setInterval(() => res.write('drip\n'), 20);
        res.on('close', () => clearInterval(timer));
        return;
      }
      res.setHeader('Content-Type', 'application/json');
      res.setHeader('X-Origin', 'yes');
      res.setHeader('Keep-Alive', 'timeout=99');
      res.end(JSON.stringify({ ...request, end: true }));
    });
  });
  server.on('connection', (socket) => {
    origin.accepted++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const origin: Origin = {
    port: 0,
    seen,
    sockets,
    accepted: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  origin.port = (server.address() as AddressInfo).port;
  return origin;
}
