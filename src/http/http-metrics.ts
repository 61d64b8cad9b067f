import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Metrics } from '../common/metrics/metrics';

/**
 * Times every request by the pattern of its route, never by its path: a path carries ids, and one
 * series per id would fill any store. Must be called before the application is initialised.
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
