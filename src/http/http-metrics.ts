import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Metrics } from '../common/metrics/metrics';

/**
 * Records request durations by route pattern. The path would be a label of unbounded cardinality,
 * since it carries ids. Must be called before the application is initialised.
 */
export function recordHttpMetrics(app: NestFastifyApplication, metrics: Metrics): void {
  const duration = metrics.durations(
    'http_request_duration_seconds',
    'From the request to the end of its answer.',
    ['method', 'route', 'status'],
  );
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', async (request, reply) => {
      duration.observe(
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: `${Math.floor(reply.statusCode / 100)}xx`,
        },
        reply.elapsedTime / 1000,
      );
    });
}
