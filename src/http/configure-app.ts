import { RequestMethod } from '@nestjs/common';
import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter } from '../common/errors/error.filter';
import { validationPipe } from '../common/http/validation.pipe';
import type { AppConfig } from '../config/app-config';

export const API_PREFIX = 'api/v1';

/** What every instance of the API has, in tests as in production: prefix, validation, errors, headers. */
export async function configureApp(app: NestFastifyApplication, config: AppConfig): Promise<void> {
  app.setGlobalPrefix(API_PREFIX, {
    exclude: [
      { path: 'health/{*path}', method: RequestMethod.GET },
      { path: `${API_PREFIX}/health/{*path}`, method: RequestMethod.GET },
      { path: 'sandbox/{*path}', method: RequestMethod.ALL },
    ],
  });
  app.useGlobalPipes(validationPipe());
  useErrorFilter(app);
  await app.register(helmet, helmetOptions(config));
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id);
      if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    });
  app.enableShutdownHooks();
}

/**
 * Fastify refuses broken JSON, bodies too large and the like by itself. Its routes have chosen how to
 * say so before Nest sets its own way, so that each is told as it is made.
 */
export function useErrorFilter(app: NestFastifyApplication): void {
  const filter = new ErrorFilter();
  app.useGlobalFilters(filter);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      route.errorHandler ??= (error, request, reply) => filter.answer(error, request, reply);
    });
}

function helmetOptions(config: AppConfig) {
  const secure = config.http.appUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Ant Design writes its styles into the page at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
  };
}
