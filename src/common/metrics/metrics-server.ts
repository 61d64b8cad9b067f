import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetricsServerOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** A prom-client registry, or one that adds several up. */
  registry: { readonly contentType: string; metrics(): Promise<string> };
  /** Readiness check; a rejection counts as not ready. */
  ready: () => boolean | Readiness | Promise<boolean | Readiness>;
}

/** Why a process should get no work, as a code for machines and a sentence for people; holds no secrets. */
export interface ReadinessReason {
  code: string;
  message: string;
}

/** Ready without reasons. */
export interface Readiness {
  reasons: readonly ReadinessReason[];
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
 * `/metrics` for Prometheus, `/health/live` (200 while the process runs), `/health/ready` (200, or 503 with the reasons that are known).
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
    '/health/ready': async () => {
      const { ready, reasons } = await readiness(options);
      return ready ? health(200, 'ok') : health(503, 'not ready', reasons);
    },
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

async function readiness({
  ready,
}: MetricsServerOptions): Promise<{ ready: boolean; reasons?: readonly ReadinessReason[] }> {
  try {
    const state = await ready();
    if (typeof state === 'boolean') return { ready: state };
    return { ready: state.reasons.length === 0, reasons: state.reasons };
  } catch {
    return { ready: false };
  }
}

const health = (status: number, word: string, reasons?: readonly ReadinessReason[]) => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify({ status: word, reasons })}\n`,
});
