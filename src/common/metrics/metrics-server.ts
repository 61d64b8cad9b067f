import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServerOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  registry: Registry;
  /** Readiness check; a rejection counts as not ready. */
  ready: () => boolean | Promise<boolean>;
}

/** The port is in use or not permitted; the message names host and port. */
export class MetricsListenError extends Error {
  override name = 'MetricsListenError';
}

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/**
 * HTTP server for operators, on a port of its own:
 * `/metrics` for Prometheus, `/health/live` (200 while the process runs), `/health/ready` (200 or 503).
 * @throws MetricsListenError
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, registry } = options;
  const routes: Record<string, () => Promise<{ status: number; type: string; body: string }>> = {
    '/metrics': async () => ({
      status: 200,
      type: registry.contentType,
      body: await registry.metrics(),
    }),
    '/health/live': () => Promise.resolve(health(200, 'ok')),
    '/health/ready': async () =>
      (await isReady(options)) ? health(200, 'ok') : health(503, 'not ready'),
  };
  const server = createServer((req, res) => {
    const route = req.method === 'GET' && routes[(req.url ?? '').split('?', 1)[0] ?? ''];
    const result = route
      ? route().catch(() => health(500, 'failed'))
      : Promise.resolve(health(404, 'not found'));
    void result.then(({ status, type, body }) => {
      res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new MetricsListenError(
          `Metrics cannot be served on ${host}:${port} (${error.code}). Choose another METRICS_PORT.`,
        ),
      ),
    );
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function isReady({ ready }: MetricsServerOptions): Promise<boolean> {
  try {
    return await ready();
  } catch {
    return false;
  }
}

const health = (status: number, word: string) => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify({ status: word })}\n`,
});
